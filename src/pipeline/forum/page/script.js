const FILTERS = { c: "super-categories", t: "topics", s: "splits" };
const NOUN = "questions";
const texts = (item) => [item.id, item.q, item.x, item.a, ...item.tags];

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
  return zoomable(item.img, "Picture of the question");
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

start();
