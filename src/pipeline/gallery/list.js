// A list of entries that filters narrow and that is shown in chunks as one scrolls. The script of a page, which follows, defines
// FILTERS (ids of menus, each the key of an entry, and what they are called), NOUN (the plural of an entry), texts(item) (what
// is searched) and card(item), and ends with start().
const items = JSON.parse(document.getElementById("items").textContent);
const $ = (id) => document.getElementById(id);
const CHUNK = 24;
// Conditions without a menu, by the key of an entry.
const pinned = {};
let shown = [], next = 0;
const watcher = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && next < shown.length) more();
}, { rootMargin: "1200px" });
const count = (n) => n.toLocaleString("en");

// A picture that is enlarged by a click.
function zoomable(src, alt) {
  const zoom = () => {
    $("zoom").firstElementChild.src = src;
    $("zoom").showModal();
  };
  return el("button", { class: "picture", type: "button", onclick: zoom, "aria-label": "Enlarge the picture" },
    el("img", { src, loading: "lazy", decoding: "async", alt }));
}

function more() {
  const part = shown.slice(next, next + CHUNK);
  next += part.length;
  $("list").append(...part.map(card));
  $("end").textContent = next < shown.length ? "Loading more as you scroll" : "";
  // Observed anew, so that a tall window that still shows the end asks for another chunk.
  watcher.unobserve($("end"));
  if (next < shown.length) watcher.observe($("end"));
}

function apply() {
  const want = { ...Object.fromEntries(Object.keys(FILTERS).map((key) => [key, $(key).value])), ...pinned };
  const text = $("find").value.trim().toLowerCase();
  shown = items.filter((item) =>
    Object.entries(want).every(([key, value]) => !value || item[key] === value) &&
    (!text || texts(item).some((part) => part.toLowerCase().includes(text))));
  for (const key of Object.keys(FILTERS)) $(key).classList.toggle("on", !!want[key]);
  $("count").textContent = shown.length === items.length ? `${count(items.length)} ${NOUN}`
    : `${count(shown.length)} of ${count(items.length)} ${NOUN}`;
  document.body.classList.toggle("hide", $("hide").checked);
  $("list").replaceChildren();
  next = 0;
  if (!shown.length) $("list").append(el("p", { class: "empty" }, `None of the ${NOUN} match these filters.`));
  more();
  const state = new URLSearchParams(Object.entries({ ...want, find: text }).filter(([, value]) => value));
  history.replaceState(null, "", state.size ? "#" + state : location.pathname + location.search);
}

function start() {
  for (const [key, name] of Object.entries(FILTERS)) {
    const counts = new Map();
    for (const item of items) counts.set(item[key], (counts.get(item[key]) || 0) + 1);
    $(key).append(el("option", { value: "" }, `All ${name}`),
      ...[...counts].sort().map(([value, n]) => el("option", { value }, `${words(value)} (${count(n)})`)));
    $(key).addEventListener("change", apply);
  }
  let waiting = 0;
  $("find").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(apply, 150); });
  $("hide").addEventListener("change", () => {
    document.querySelectorAll("article.open").forEach((a) => a.classList.remove("open"));
    document.body.classList.toggle("hide", $("hide").checked);
  });
  $("bar").addEventListener("submit", (event) => event.preventDefault());
  $("zoom").addEventListener("click", () => $("zoom").close());
  const state = new URLSearchParams(location.hash.slice(1));
  for (const key of [...Object.keys(FILTERS), "find"]) if (state.get(key)) $(key).value = state.get(key);
  for (const key of Object.keys(pinned)) pinned[key] = state.get(key) || "";
  if (TOTAL > items.length) {
    $("lead").textContent += ` The first ${count(items.length)} of ${count(TOTAL)} ${NOUN} are shown.`;
  }
  apply();
}
