// verify: one verdict on an item, with options and a note where they apply.
import { claim, el, letter, provenance, why, words } from "./parts.js";

export const title = "Verify";
export const keys = (setup) => [
  ...setup.verdicts.map((v, i) => [String(i + 1), v.title]),
  ["A – H", "mark or unmark an option"], ["n", "write a note (Esc leaves it)"],
];

export const meanings = (setup) => el("dl", { class: "meanings" },
  ...setup.verdicts.flatMap((v) => [el("dt", {}, v.title), el("dd", {}, v.text)]));

export const categories = (setup) => setup.verdicts.map((v) => [v.name, v.title]);

export const alt = (card) => boxed((card.shown.boxes || []).map((b) => b.color));
export const boxed = (colors) => (colors.length ? `Picture with ${colors.join(" and ")} box` : "Picture without boxes");

export function view({ card, setup, say, locked }) {
  const item = card.shown, mine = card.mine[0];
  const kind = mine && setup.verdicts.find((v) => v.name === mine.verdict);
  const marks = mine ? mine.options || [] : [];
  const many = kind && kind.options !== "nothing";

  const give = (verdict) => {
    const sort = setup.verdicts.find((v) => v.name === verdict.name);
    let options = [];
    if (sort.options === "several") options = marks.length ? marks : sort.name === "several_right" ? [letter(item.answer_index)] : [];
    if (sort.options === "one") options = marks.filter((o) => o !== letter(item.answer_index)).slice(0, 1);
    const value = { verdict: sort.name, options, note: note.value.trim() };
    return say(0, clean(value), sort.name === "good" && !value.note);
  };
  const clean = (value) => {
    const out = { verdict: value.verdict };
    if (value.options.length) out.options = [...value.options].sort();
    if (value.note) out.note = value.note;
    return out;
  };
  const mark = (name) => {
    if (!many || locked) return;
    let options = marks.includes(name) ? marks.filter((o) => o !== name) : [...marks, name];
    if (kind.options === "one") options = options.slice(-1);
    return say(0, clean({ ...mine, options, note: note.value.trim() }), false);
  };

  const options = item.choices.map((text, i) => {
    const name = letter(i), right = i === item.answer_index;
    const inside = [el("span", { class: "letter" }, `(${name})`), el("span", { class: "text" }, text),
      why((item.provenance && item.provenance.options || [])[i], right)];
    const pressed = marks.includes(name);
    return el("li", { class: right ? "key" : null },
      many && !locked
        ? el("button", { type: "button", class: "option", id: `option-${name}`, "aria-pressed": String(pressed), "aria-keyshortcuts": name.toLowerCase(), onclick: () => mark(name) }, ...inside)
        : el("div", { class: pressed ? "option marked" : "option" }, ...inside));
  });
  const buttons = setup.verdicts.map((v, i) =>
    el("button", { type: "button", id: `verdict-${v.name}`, class: v.name === "good" ? "verdict good" : "verdict", disabled: locked ? "" : null,
      title: v.text, "aria-pressed": String(!!kind && kind.name === v.name), "aria-keyshortcuts": String(i + 1), onclick: () => give(v) },
    el("kbd", {}, String(i + 1)), " ", v.title));
  const note = el("textarea", { id: "note", rows: "2", maxlength: "1000", placeholder: "Note (n)", "aria-label": "Note", disabled: kind && !locked ? null : "" });
  note.value = mine && mine.note || "";
  note.addEventListener("change", () => mine && say(0, clean({ ...mine, options: marks, note: note.value.trim() }), null));

  const level = item.provenance && item.provenance.level;
  const node = el("div", {},
    el("div", { class: "tags" }, ...[item.target, item.kind, item.source, level && (level === "none" ? "ungrouped" : `${level} level`)].filter(Boolean).map((t) => el("span", {}, words(t)))),
    el("h2", { id: "question", tabindex: "-1" }, item.question),
    el("ol", { class: "options", "aria-label": "Options" }, ...options),
    claim(item.provenance && item.provenance.statement),
    el("h3", { id: "verdict-title" }, "Verdict"),
    el("div", { class: "verdicts", role: "group", "aria-labelledby": "verdict-title" }, ...buttons),
    el("p", { class: "hint", id: "hint" }, kind ? kind.text : "Give a verdict with the keys 1 to 8."),
    note,
    provenance(item));

  const press = (event) => {
    if (locked) return false;
    const verdict = setup.verdicts[Number(event.key) - 1];
    if (verdict) return give(verdict), true;
    const index = event.key.length === 1 ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
    if (index >= 0 && index < item.choices.length && index < 8) return mark(letter(index)), true;
    if (event.key === "n" && kind) return note.focus(), true;
    return false;
  };
  return { node, press };
}
