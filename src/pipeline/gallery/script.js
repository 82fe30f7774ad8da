const FILTERS = { t: "targets", k: "kinds", s: "sources", lv: "levels" };
const NOUN = "items";
pinned.g = "";
const texts = (item) => [item.id, item.q, item.sc, ...item.c];

function card(item) {
  const alt = item.b.length ? `Picture with ${item.b.map((b) => b.color).join(" and ")} box` : "Picture";
  const article = el("article", { id: item.id });
  const options = item.c.map((text, i) =>
    el("li", { class: i === item.a ? "key" : null },
      el("span", { class: "letter" }, `(${String.fromCharCode(65 + i)})`), el("span", { class: "text" }, text),
      why(item.o[i], i === item.a)));
  const level = item.lv === "none" ? "ungrouped" : `${item.lv} level`;
  article.append(
    zoomable(item.img, alt),
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

// Shows one exchange group, or all items again.
function enter(group) {
  pinned.g = group;
  $("group").hidden = !group;
  for (const key of Object.keys(FILTERS)) $(key).value = "";
  $("find").value = "";
  apply();
  scrollTo(0, 0);
}

$("group").addEventListener("click", () => enter(""));
start();
$("group").hidden = !pinned.g;
