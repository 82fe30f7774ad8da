// Talking to the server. A verdict counts as said when the server has written it down.
export const PARAMETERS = {};

class Refused extends Error {}

async function ask(path, parameters, options) {
  const query = new URLSearchParams(Object.entries({ ...PARAMETERS, ...parameters }).filter(([, v]) => v !== "" && v !== undefined));
  const response = await fetch(`${path}?${query}`, { credentials: "omit", redirect: "error", ...options });
  const text = await response.text();
  if (!response.ok) {
    let why = text.trim();
    try { why = JSON.parse(text).error || why; } catch { /* a plain text */ }
    throw new Refused(why || `the server answered ${response.status}`);
  }
  return JSON.parse(text);
}

export const get = (path, parameters) => ask(path, parameters, {});

// Sent once more where the connection broke; the key tells the server that it is the same action.
export async function post(path, body) {
  // keepalive: a tab that is closed right after a click still delivers it.
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), keepalive: true };
  try {
    return await ask(path, {}, options);
  } catch (error) {
    if (error instanceof Refused) throw error;
    await new Promise((done) => setTimeout(done, 300));
    return ask(path, {}, options);
  }
}

export function key() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

// Seconds that the page was looked at, of one record; and how many of them were sent with what was said of it.
export class Clock {
  constructor() {
    this.reset();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.spent += this.since();
      this.start = performance.now();
    });
  }
  since() { return (performance.now() - this.start) / 1000; }
  reset() { this.spent = this.sent = 0; this.start = performance.now(); }
  seconds() { return this.spent + (document.hidden ? 0 : this.since()); }
  unsent() { return this.seconds() - this.sent; }
  send(seconds) { this.sent += seconds; }
}
