"use strict";
const all = JSON.parse(document.getElementById("dialogues").textContent);
const $ = (id) => document.getElementById(id);
const FILTERS = { fm: "forms", t: "targets", s: "sources", v: "verdicts" };
const CHUNK = 12;
let shown = [], next = 0;
const watcher = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && next < shown.length) more();
}, { rootMargin: "1200px" });

// Text only: nothing of the data is ever parsed as markup.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "onclick") node.addEventListener("click", value);
    else if (value !== null && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}
const words = (text) => String(text).replaceAll("_", " ");
const values = (d, key) => (key === "t" ? d.t : key === "v" ? (d.v === null ? [] : [String(d.v)]) : [d[key]]);

function provenance(d) {
  const list = el("dl", {});
  const row = (name, value) => {
    if (value !== null && value !== undefined && value !== "") list.append(el("dt", {}, name), el("dd", {}, value));
  };
  row("id", d.id);
  row("scene", d.sc);
  row("facts", [...new Set(d.u.flatMap((turn) => turn.f))].join(", "));
  if (d.cl) {
    row("said", d.cl.said);
    row("right", d.cl.right);
    const ev = d.cl.evidence;
    if (ev) row("false by", words(ev.tier) + ": " + words(ev.by || ev.list || ev.rule || ""));
  }
  for (const b of d.b) row(`${b.color} box`, `x ${b.x}, y ${b.y}, ${b.w} × ${b.h}`);
  row("wordings", d.w.join(", "));
  row("rephrased", d.rp.join(", "));
  row("license", `${d.lic.license}${d.lic.author ? ", " + d.lic.author : ""}`);
  return el("details", {}, el("summary", {}, "Provenance"), list);
}

function card(d) {
  const image = el("img", { src: d.img, alt: "", loading: "lazy" });
  const picture = el("button", { class: "picture", type: "button", "aria-label": "Enlarge the picture", onclick: () => {
    $("zoom").firstElementChild.src = d.img;
    $("zoom").showModal();
  } }, image);
  const tags = el("div", { class: "tags" }, el("span", {}, words(d.fm)), el("span", {}, d.s),
    ...d.t.map((target) => el("span", {}, target)),
    d.v === null ? null : el("span", { class: String(d.v) }, d.v ? "statement true" : "statement false"));
  const chat = el("ol", { class: "chat" }, ...d.u.map((turn) => el("li", { class: turn.r }, turn.x)));
  return el("article", {}, picture, el("div", { class: "inner" }, tags, chat, provenance(d)));
}

function more() {
  const list = $("list");
  for (const d of shown.slice(next, next + CHUNK)) list.append(card(d));
  next = Math.min(next + CHUNK, shown.length);
}

function filter() {
  const text = $("find").value.trim().toLowerCase();
  shown = all.filter((d) => Object.keys(FILTERS).every((key) => !$(key).value || values(d, key).includes($(key).value))
    && (!text || d.id.includes(text) || d.sc.toLowerCase().includes(text)
      || d.u.some((turn) => turn.x.toLowerCase().includes(text))));
  for (const key of Object.keys(FILTERS)) $(key).classList.toggle("on", Boolean($(key).value));
  $("list").replaceChildren();
  next = 0;
  more();
  $("count").textContent = `${shown.length.toLocaleString("en")} of ${all.length.toLocaleString("en")}`;
}

for (const [key, name] of Object.entries(FILTERS)) {
  const found = [...new Set(all.flatMap((d) => values(d, key)))].sort();
  $(key).append(el("option", { value: "" }, `All ${name}`), ...found.map((v) => el("option", { value: v }, words(v))));
  $(key).addEventListener("change", filter);
}
$("find").addEventListener("input", filter);
$("bar").addEventListener("submit", (event) => event.preventDefault());
$("zoom").addEventListener("click", () => $("zoom").close());
if (TOTAL > all.length) {
  $("lead").textContent += ` The page shows the first ${all.length.toLocaleString("en")} of ${TOTAL.toLocaleString("en")}; all are in dialogues.jsonl.`;
}
filter();
watcher.observe($("end"));
