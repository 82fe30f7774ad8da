const items = JSON.parse(document.getElementById("items").textContent);
const $ = (id) => document.getElementById(id);
const FILTERS = { t: "targets", k: "kinds", s: "sources", lv: "levels" };
const CHUNK = 24;
let shown = [], next = 0, group = "";
const watcher = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && next < shown.length) more();
}, { rootMargin: "1200px" });

function card(item) {
  const zoom = () => {
    const dialog = $("zoom");
    dialog.firstElementChild.src = item.img;
    dialog.showModal();
  };
  const alt = item.b.length ? `Picture with ${item.b.map((b) => b.color).join(" and ")} box` : "Picture";
  const article = el("article", { id: item.id });
  const options = item.c.map((text, i) =>
    el("li", { class: i === item.a ? "key" : null },
      el("span", { class: "letter" }, `(${String.fromCharCode(65 + i)})`), el("span", { class: "text" }, text),
      why(item.o[i], i === item.a)));
  const level = item.lv === "none" ? "ungrouped" : `${item.lv} level`;
  article.append(
    el("button", { class: "picture", type: "button", onclick: zoom, "aria-label": "Enlarge the picture" },
      el("img", { src: item.img, loading: "lazy", decoding: "async", alt })),
    el("div", { class: "inner" },
      el("div", { class: "tags" },
        el("span", {}, item.t), el("span", {}, words(item.k)), el("span", {}, item.s),
        item.g ? el("button", { type: "button", onclick: () => enter(item.g), title: "Show the exchange group" }, level)
               : el("span", {}, level)),
      el("h2", {}, item.q),
      el("ol", {}, ...options),
      claim(item.st),
      el("button", { class: "reveal", type: "button", onclick: () => article.classList.add("open") }, "Show the answer"),
      provenance({ id: item.id, boxes: item.b, license: item.lic, provenance: {
        gold: item.gold, gold_tier: item.gt, scene: item.sc, fact: item.f, annotations: item.an, template: item.tp, group: item.g } })));
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
    Object.entries(want).every(([key, value]) => !value || item[key] === value) && (!group || item.g === group) &&
    (!text || item.id.includes(text) || item.q.toLowerCase().includes(text) || item.sc.toLowerCase().includes(text) ||
      item.c.some((choice) => choice.toLowerCase().includes(text))));
  for (const key of Object.keys(FILTERS)) $(key).classList.toggle("on", !!want[key]);
  $("count").textContent = shown.length === items.length ? `${items.length.toLocaleString("en")} items`
    : `${shown.length.toLocaleString("en")} of ${items.length.toLocaleString("en")} items`;
  $("group").hidden = !group;
  document.body.classList.toggle("hide", $("hide").checked);
  $("list").replaceChildren();
  next = 0;
  if (!shown.length) $("list").append(el("p", { class: "empty" }, "No item matches these filters."));
  more();
  const state = new URLSearchParams(Object.entries({ ...want, find: text, group }).filter(([, v]) => v));
  history.replaceState(null, "", state.size ? "#" + state : location.pathname + location.search);
}

function enter(name) {
  group = name;
  for (const key of Object.keys(FILTERS)) $(key).value = "";
  $("find").value = "";
  apply();
  scrollTo(0, 0);
}

for (const [key, name] of Object.entries(FILTERS)) {
  const counts = new Map();
  for (const item of items) counts.set(item[key], (counts.get(item[key]) || 0) + 1);
  $(key).append(el("option", { value: "" }, `All ${name}`),
    ...[...counts].sort().map(([value, n]) => el("option", { value }, `${words(value)} (${n.toLocaleString("en")})`)));
  $(key).addEventListener("change", apply);
}
let waiting = 0;
$("find").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(apply, 150); });
$("hide").addEventListener("change", () => {
  document.querySelectorAll("article.open").forEach((a) => a.classList.remove("open"));
  document.body.classList.toggle("hide", $("hide").checked);
});
$("group").addEventListener("click", () => enter(""));
$("bar").addEventListener("submit", (event) => event.preventDefault());
$("zoom").addEventListener("click", () => $("zoom").close());
const state = new URLSearchParams(location.hash.slice(1));
for (const key of [...Object.keys(FILTERS), "find"]) if (state.get(key)) $(key).value = state.get(key);
group = state.get("group") || "";
if (TOTAL > items.length) {
  $("lead").textContent += ` The first ${items.length.toLocaleString("en")} of ${TOTAL.toLocaleString("en")} items are shown.`;
}
apply();
