// verify: an item is good, or has faults, with options and a note where they apply.
import { claim, el, letter, provenance, why, words } from "./parts.js";

export const title = "Verify";
export const keys = (setup) => [
  ...setup.verdicts.map((v, i) => [String(i + 1), i ? v.title + ", or no longer" : v.title]),
  ["A – H", "mark or unmark an option of the fault given last"], ["n", "write a note (Esc leaves it)"],
];

export const meanings = (setup) => el("dl", { class: "meanings" },
  ...setup.verdicts.flatMap((v) => [el("dt", {}, v.title), el("dd", {}, v.text)]));

export const categories = (setup) => setup.verdicts.map((v) => [v.name, v.title]);

export const alt = (card) => boxed((card.shown.boxes || []).map((b) => b.color));
export const boxed = (colors) => (colors.length ? `Picture with ${colors.join(" and ")} box` : "Picture without boxes");

// The fault that was said last, of the record on the page: letters mark options of it.
let latest = { id: "", name: "" };

export function view({ card, setup, say, locked }) {
  const item = card.shown, mine = card.mine[0], key = letter(item.answer_index);
  const said = mine ? [{ verdict: mine.verdict, options: mine.options || [] }, ...(mine.also || [])] : [];
  const kindOf = (fault) => setup.verdicts.find((v) => v.name === fault.verdict);
  const naming = said.filter((fault) => kindOf(fault).options !== "nothing");
  const marked = naming.find((fault) => card.id === latest.id && fault.verdict === latest.name) || naming.at(-1);
  const marks = (marked && marked.options) || [];

  // What was said as it is written down: null where nothing is left of it.
  const value = (faults) => {
    const [first, ...also] = setup.verdicts.flatMap((v) => faults.filter((fault) => fault.verdict === v.name))
      .map(({ verdict, options }) => (options && options.length ? { verdict, options: [...options].sort() } : { verdict }));
    const text = note.value.trim();
    return first ? { ...first, ...(also.length ? { also } : {}), ...(text ? { note: text } : {}) } : null;
  };
  // Good stands alone; faults come and go one by one.
  const give = (verdict) => {
    const good = (name) => name === "good";
    const there = said.some((fault) => fault.verdict === verdict.name);
    const others = said.filter((fault) => fault.verdict !== verdict.name && !good(fault.verdict) && !good(verdict.name));
    const options = verdict.name === "several_right" ? [key] : [];
    latest = { id: card.id, name: verdict.name };
    const out = value(there && !good(verdict.name) ? others : [...others, { verdict: verdict.name, options }]);
    return say(0, out, good(verdict.name) && !out.note);
  };
  const fits = (name) => marked && !(kindOf(marked).options === "one" && name === key);
  const mark = (name) => {
    if (locked || !fits(name)) return;
    let options = marks.includes(name) ? marks.filter((o) => o !== name) : [...marks, name];
    if (kindOf(marked).options === "one") options = options.slice(-1);
    return say(0, value(said.map((fault) => (fault === marked ? { ...fault, options } : fault))), false);
  };
  const hint = () => {
    if (!said.length) return "Give a verdict with the keys 1 to 8. Several faults can be given.";
    const texts = said.map((fault) => kindOf(fault).text);
    if (naming.length > 1) texts.push(`Letters mark options of “${kindOf(marked).title}”.`);
    return texts.join(" ");
  };

  const options = item.choices.map((text, i) => {
    const name = letter(i), right = i === item.answer_index;
    const inside = [el("span", { class: "letter" }, `(${name})`), el("span", { class: "text" }, text),
      why((item.provenance && item.provenance.options || [])[i], right)];
    const pressed = marks.includes(name);
    return el("li", { class: right ? "key" : null },
      fits(name) && !locked
        ? el("button", { type: "button", class: "option", id: `option-${name}`, "aria-pressed": String(pressed), "aria-keyshortcuts": name.toLowerCase(), onclick: () => mark(name) }, ...inside)
        : el("div", { class: pressed ? "option marked" : "option" }, ...inside));
  });
  const buttons = setup.verdicts.map((v, i) =>
    el("button", { type: "button", id: `verdict-${v.name}`, class: v.name === "good" ? "verdict good" : "verdict", disabled: locked ? "" : null,
      title: v.text, "aria-pressed": String(said.some((fault) => fault.verdict === v.name)), "aria-keyshortcuts": String(i + 1), onclick: () => give(v) },
    el("kbd", {}, String(i + 1)), " ", v.title));
  const note = el("textarea", { id: "note", rows: "2", maxlength: "1000", placeholder: "Note (n)", "aria-label": "Note", disabled: mine && !locked ? null : "" });
  note.value = mine && mine.note || "";
  note.addEventListener("change", () => mine && say(0, value(said), null));

  const level = item.provenance && item.provenance.level;
  const node = el("div", {},
    el("div", { class: "tags" }, ...[item.target, item.kind, item.source, level && (level === "none" ? "ungrouped" : `${level} level`)].filter(Boolean).map((t) => el("span", {}, words(t)))),
    el("h2", { id: "question", tabindex: "-1" }, item.question),
    el("ol", { class: "options", "aria-label": "Options" }, ...options),
    claim(item.provenance && item.provenance.statement),
    el("h3", { id: "verdict-title" }, "Verdict"),
    el("div", { class: "verdicts", role: "group", "aria-labelledby": "verdict-title" }, ...buttons),
    el("p", { class: "hint", id: "hint" }, hint()),
    note,
    provenance(item));

  const press = (event) => {
    if (locked) return false;
    const verdict = setup.verdicts[Number(event.key) - 1];
    if (verdict) return give(verdict), true;
    const index = event.key.length === 1 ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
    if (index >= 0 && index < item.choices.length && index < 8) return mark(letter(index)), true;
    if (event.key === "n" && mine) return note.focus(), true;
    return false;
  };
  return { node, press };
}
