// The page: which record is shown, what the keys do, how far one is.
import { Clock, PARAMETERS, get, key, post } from "./net.js";
import { el, words } from "./parts.js";
import * as picture from "./picture.js";
import * as verify from "./verify.js";
import * as answer from "./answer.js";
import * as rate from "./rate.js";
import * as label from "./label.js";

const MODES = { verify, answer, rate, label };
const COMMON = [
  ["Enter", "next record to do"], ["→ ←", "next, previous record"], ["Home End", "first, last record"], ["u", "undo"],
  ["z", "enlarge the picture"], ["Shift + arrows", "move the enlarged picture"], ["x", "boxes on or off"],
  ["o", "open the picture in a tab"], ["/", "filters"], ["?", "this help"],
];
const $ = (id) => document.getElementById(id);
const clock = new Clock();
let mode, setup, state = null, current = null, filter = {}, last = Promise.resolve(), waiting = 0;
// What a tab held is kept over a reload, for this address.
const remembered = (name) => { try { return JSON.parse(sessionStorage.getItem(location.pathname + name)); } catch { return null; } };
const remember = (name, value) => sessionStorage.setItem(location.pathname + name, JSON.stringify(value));

function complain(text, retry) {
  const box = $("alert");
  box.replaceChildren();
  box.hidden = !text;
  if (!text) return;
  box.append(el("span", {}, text));
  if (retry) box.append(el("button", { type: "button", id: "retry", onclick: retry }, "Try again"));
}

// One thing after the other; what cannot be done is said, and can be tried again.
function attempt(what, work) {
  waiting += 1;
  document.body.classList.add("busy");
  last = last.then(() => once(what, work)).finally(() => {
    waiting -= 1;
    document.body.classList.toggle("busy", waiting > 0);
  });
  return last;
}

async function once(what, work) {
  try {
    await work();
    complain("");
  } catch (error) {
    complain(`${what}: ${error.message}`, () => attempt(what, work));
  }
}

async function load(go, at) {
  state = await get("api/card", { ...filter, go, at });
  const moved = !current || !state.card || current.card.at !== state.card.at;
  if (moved) clock.reset();
  render(moved);
  if (state.card) remember("at", state.card.at);
}

const walk = (go) => leave().then(() => attempt("The record could not be loaded", () => load(go, current ? current.card.at : 0)));

// A note that is being written is said before one goes elsewhere.
function leave() {
  if (document.activeElement && document.activeElement.id === "note") document.activeElement.blur();
  return last;
}

// Says something about a field; then goes on (true), shows the record anew (false), or leaves it as it stands (null):
// a button that is being pressed must not be replaced under the finger.
function say(slot, value, go) {
  const card = state.card;
  const body = { at: card.at, slot, value, seconds: go === null ? 0 : clock.unsent(), key: key() };
  let saved = false;
  return attempt("This was not saved", async () => {
    if (!saved) await post("api/say", body);
    if (!saved) clock.send(body.seconds);
    saved = true;
    card.mine[slot] = value;
    if (go === null) return;
    await load(go ? "todo" : "here", card.at);
  });
}

function undo() {
  const body = { key: key() };
  return leave().then(() => attempt("This was not undone", async () => {
    const { at } = await post("api/undo", body);
    if (at === null) return announce("There is nothing to undo.");
    await load("here", at);
    announce("Undone.");
  }));
}

// The time on this record, and still when the tab is not looked at.
function tick() {
  const seconds = Math.floor(clock.seconds());
  $("clock").textContent = current ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
}

function announce(text) { $("live").textContent = text; }

function render(moved) {
  const { done, total, of, position, card, median } = state;
  const own = mode.categories(setup.setup);
  $("bar").max = Math.max(total, 1);
  $("bar").value = done;
  $("count").textContent = done === total && total ? `all ${total.toLocaleString("en")} done` : `${done.toLocaleString("en")} of ${total.toLocaleString("en")} done`;
  $("pace").textContent = median ? `median ${median.toFixed(1)} s` : "";
  const on = Object.entries(filter).filter(([, v]) => v);
  const named = (v) => (own.find(([n]) => n === v) || [v, words(v)])[1];
  $("filtered").textContent = on.length ? on.map(([, v]) => named(v)).join(" · ") + ` · ${of.toLocaleString("en")} records` : "";
  if (!card) {
    current = null;
    $("picture").hidden = true;
    document.body.classList.remove("pictured");
    $("position").textContent = "";
    tick();
    $("panel").replaceChildren(el("p", { class: "empty", id: "empty" },
      total === 0 ? "There is nothing to review here." : "No record passes the filters."));
    return;
  }
  $("position").textContent = `${position.toLocaleString("en")} / ${of.toLocaleString("en")}`;
  const held = document.activeElement && document.activeElement.id;
  current = { card, ...mode.view({ card, setup: setup.setup, say, locked: setup.read_only, again: () => render(false) }) };
  tick();
  const notes = [];
  if (setup.read_only) notes.push("Read-only: nothing can be said.");
  if (card.stale) notes.push("Your verdict is on an earlier version of this record. Give it again.");
  if (done === total) notes.push("All records are done. You can still go through them and change what you said.");
  $("panel").replaceChildren(...notes.map((n) => el("p", { class: "banner" }, n)), current.node);
  picture.show(card, mode.alt(card));
  picture.ahead(state.ahead);
  if (moved) {
    $("panel").scrollTop = 0;
    scrollTo(0, 0);
    announce(`Record ${position} of ${of}. ${card.shown.question}`);
  } else if (held && $(held)) {
    $(held).focus({ preventScroll: true });
  }
  const marked = current.current && document.querySelector(current.current);
  if (marked && (!moved || state.card.mine.some((v) => v !== null))) marked.scrollIntoView({ block: "nearest" });
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  const target = event.target;
  const typing = target.matches("textarea, input, select");
  if (typing) {
    if (event.key === "Escape" || (event.key === "Enter" && target.id === "note" && !event.shiftKey)) {
      target.blur();
      event.preventDefault();
    }
    return;
  }
  // A focused button or link does itself what Enter and the space bar mean.
  if (target.matches("button, a, summary") && (event.key === "Enter" || event.key === " ")) return;
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.shiftKey && arrows[event.key]) {
    picture.pan(...arrows[event.key]);
    event.preventDefault();
    return;
  }
  const commands = {
    ArrowRight: () => walk("next"), ArrowLeft: () => walk("previous"), Home: () => walk("first"), End: () => walk("last"),
    Enter: () => walk("todo"), u: undo, z: picture.zoom, x: picture.boxes, o: picture.open, "?": help,
    "/": () => { $("filters").open = !$("filters").open; if ($("filters").open) $("choose").querySelector("select")?.focus(); },
  };
  // What is pressed while a record is being exchanged would be meant for one and fall on the other.
  if (waiting) return event.preventDefault();
  // A key that is held down acts once.
  if (event.repeat && !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const done = current && current.press(event);
  if (!done && commands[event.key]) commands[event.key]();
  if (done || commands[event.key]) event.preventDefault();
}

function help() {
  $("keys").replaceChildren(...[...mode.keys(setup.setup), ...COMMON].flatMap(([k, what]) =>
    [el("dt", {}, ...k.split(" ").map((part) => (/^[–+]$/.test(part) ? ` ${part} ` : el("kbd", {}, part)))), el("dd", {}, what)]));
  $("meanings").replaceChildren(mode.meanings(setup.setup));
  $("help").showModal();
}

function filters() {
  const verdicts = [["todo", "To do"], ["done", "Done"], ...mode.categories(setup.setup)];
  const all = [["verdict", "Verdict", verdicts], ...setup.facets.map((f) => [f.name, words(f.name),
    f.values.map(([value, n]) => [value, `${words(value) || "none"} (${n.toLocaleString("en")})`])])];
  $("choose").replaceChildren(...all.map(([name, title, values]) => {
    const select = el("select", { id: `filter-${name}`, name }, el("option", { value: "" }, "All"),
      ...values.map(([value, text]) => el("option", { value }, text)));
    select.value = filter[name] || "";
    if (select.selectedIndex < 0) filter[name] = select.value = "";
    select.addEventListener("change", () => {
      filter[name] = select.value;
      remember("filter", filter);
      walk("first");
    });
    return el("label", {}, el("span", {}, title), select);
  }));
  $("filters").hidden = all.length === 0;
}

function join() {
  $("name").value = remembered("who") || "";
  $("join").showModal();
  $("join").addEventListener("cancel", (event) => event.preventDefault());
  $("join-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    PARAMETERS.who = $("name").value.trim();
    try {
      await start(await get("api/setup"));
      remember("who", PARAMETERS.who);
      $("join").close();
    } catch (error) {
      $("join-error").textContent = error.message;
    }
  });
}

async function start(found) {
  setup = found;
  mode = MODES[setup.mode];
  document.title = `${mode.title} · groundline`;
  document.body.dataset.mode = setup.mode;
  $("title").textContent = setup.tie_break ? `${mode.title}: break ties` : mode.title;
  $("who").textContent = setup.reviewer;
  $("undo").disabled = setup.read_only;
  filter = remembered("filter") || {};
  filters();
  const at = remembered("at");
  // A reload stays on its record; a new tab goes on where the reviewer stopped.
  await load(at === null ? "resume" : "here", at);
}

async function boot() {
  const who = remembered("who");
  const found = await get("api/setup", who ? { who } : {});
  if (found.join) return join();
  if (who) PARAMETERS.who = who;
  await start(found);
}

setInterval(tick, 500);
document.addEventListener("keydown", press);
$("undo").addEventListener("click", undo);
$("ask").addEventListener("click", help);
for (const [id, go] of [["previous", "previous"], ["next", "next"], ["todo", "todo"]]) $(id).addEventListener("click", () => walk(go));
$("choose").addEventListener("submit", (event) => event.preventDefault());
// A tab that is closed while a note is being written still says it.
addEventListener("pagehide", () => { if (document.activeElement) document.activeElement.blur(); });
boot().catch((error) => complain(`The review could not be loaded: ${error.message}`, () => location.reload()));
