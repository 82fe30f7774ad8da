const items = JSON.parse(document.getElementById("items").textContent);
const $ = (id) => document.getElementById(id);
const FILTERS = { c: "super-categories", t: "topics", s: "splits" };
const CHUNK = 24;
let shown = [], next = 0;
const watcher = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && next < shown.length) more();
}, { rootMargin: "1200px" });

const safe = (url) => /^https?:\/\//.test(url || "");
const link = (url, text) => (safe(url) ? el("a", { href: url, rel: "noopener noreferrer" }, text) : text);

function credit(what, by) {
  const author = by.author || (by.author_id === null ? "a deleted account" : `user ${by.author_id}`);
  return [link(by.url, what), ` by ${author}, ${by.license}`];
}

// Whether a text is cut at first (the style lets it have ten lines).
const long = (text) => text.length > 600 || text.split("\n").length > 10;

function picture(item) {
  if (!item.img) {
    return el("p", { class: "none" }, "Picture not in this set: ", link(item.url, item.url || "no link"));
  }
  const zoom = () => {
    $("zoom").firstElementChild.src = item.img;
    $("zoom").showModal();
  };
  return el("button", { class: "picture", type: "button", onclick: zoom, "aria-label": "Enlarge the picture" },
    el("img", { src: item.img, loading: "lazy", decoding: "async", alt: "Picture of the question" }));
}

function card(item) {
  const article = el("article", { id: item.id });
  const context = item.x
    ? [el("p", { class: "label" }, "Context"), el("div", { class: "long", tabindex: "0" }, item.x)] : [];
  article.append(
    picture(item),
    el("div", { class: "inner" },
      el("div", { class: "tags" }, el("span", {}, item.t), el("span", {}, item.c), el("span", {}, item.s),
        ...item.tags.map((tag) => el("span", {}, tag))),
      el("h2", {}, item.q),
      ...context,
      el("div", { class: "answer" }, el("p", { class: "label" }, "Accepted answer"),
        el("div", { class: "long", tabindex: "0" }, item.a)),
      long(item.x) || long(item.a)
        ? el("button", { class: "more", type: "button", onclick: () => article.classList.add("open") }, "Show all of it") : null,
      el("p", { class: "credit" }, ...credit("Question", item.by[0]), " · ", ...credit("answer", item.by[1]), ` · ${item.d.slice(0, 10)} · scores ${item.sc[0]} and ${item.sc[1]} · ${item.id}`)));
  return article;
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
  const want = Object.fromEntries(Object.keys(FILTERS).map((key) => [key, $(key).value]));
  const text = $("find").value.trim().toLowerCase();
  shown = items.filter((item) =>
    Object.entries(want).every(([key, value]) => !value || item[key] === value) &&
    (!text || [item.id, item.q, item.x, item.a, ...item.tags].some((part) => part.toLowerCase().includes(text))));
  for (const key of Object.keys(FILTERS)) $(key).classList.toggle("on", !!want[key]);
  $("count").textContent = shown.length === items.length ? `${items.length.toLocaleString("en")} questions`
    : `${shown.length.toLocaleString("en")} of ${items.length.toLocaleString("en")} questions`;
  document.body.classList.toggle("hide", $("hide").checked);
  $("list").replaceChildren();
  next = 0;
  if (!shown.length) $("list").append(el("p", { class: "empty" }, "No question matches these filters."));
  more();
  const state = new URLSearchParams(Object.entries({ ...want, find: text }).filter(([, v]) => v));
  history.replaceState(null, "", state.size ? "#" + state : location.pathname + location.search);
}

for (const [key, name] of Object.entries(FILTERS)) {
  const counts = new Map();
  for (const item of items) counts.set(item[key], (counts.get(item[key]) || 0) + 1);
  $(key).append(el("option", { value: "" }, `All ${name}`),
    ...[...counts].sort().map(([value, n]) => el("option", { value }, `${value} (${n.toLocaleString("en")})`)));
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
if (TOTAL > items.length) {
  $("lead").textContent += ` The first ${items.length.toLocaleString("en")} of ${TOTAL.toLocaleString("en")} questions are shown.`;
}
apply();
