// label: every field of the configuration gets a label.
import { el, letter } from "./parts.js";

export const title = "Label";
export const keys = () => [["1 – 9", "label the marked field"], ["↑ ↓", "another field"]];
export const meanings = (setup) => el("div", {}, ...setup.fields.map((f) => el("section", {}, el("h3", {}, f.ask),
  el("dl", { class: "meanings" }, ...f.labels.flatMap((l) => [el("dt", {}, l.name), el("dd", {}, l.means)])))));
export const categories = (setup) => [...new Set(setup.fields.flatMap((f) => f.labels.map((l) => l.name)))].map((n) => [n, n]);
export const alt = () => "Picture";

let focus = { at: -1, slot: 0 };

export function view({ card, setup, say, locked, again }) {
  const item = card.shown;
  const fields = item.fields.map((name) => setup.fields.find((f) => f.name === name));
  const first = card.mine.findIndex((v) => v === null);
  if (focus.at !== card.at) focus = { at: card.at, slot: Math.max(first, 0) };
  const labels = (slot) => fields[slot].labels.filter((l) => !card.offered[slot] || card.offered[slot].includes(l.name));
  const give = async (slot, label) => {
    const following = card.mine.findIndex((v, i) => v === null && i > slot);
    focus.slot = following >= 0 ? following : slot;
    await say(slot, label.name, false);
  };
  const move = (slot) => { focus.slot = Math.min(Math.max(slot, 0), fields.length - 1); again(); };
  const groups = fields.map((field, slot) =>
    el("section", { class: slot === focus.slot ? "field current" : "field", role: "group", "aria-labelledby": `field-${slot}` },
      el("h3", { id: `field-${slot}` }, field.ask),
      el("div", { class: field.labels.some((l) => l.means) ? "labels explained" : "labels" }, ...labels(slot).map((label, i) =>
        el("button", { type: "button", class: "label", id: `label-${slot}-${i}`, disabled: locked ? "" : null,
          "aria-pressed": String(card.mine[slot] === label.name), onclick: () => give(slot, label) },
        slot === focus.slot ? el("kbd", {}, String(i + 1)) : null,
        el("span", { class: "name" }, label.name), label.means ? el("span", { class: "means" }, label.means) : null)))));
  const node = el("div", {},
    el("h2", { id: "question", tabindex: "-1" }, item.question),
    item.choices ? el("ol", { class: "options" }, ...item.choices.map((c, i) => el("li", {}, el("div", { class: "option" },
      el("span", { class: "letter" }, `(${letter(i)})`), el("span", { class: "text" }, c))))) : null,
    item.context ? el("div", { class: "long context" }, item.context) : null,
    item.answer ? el("h3", {}, item.choices ? "Key" : "Answer") : null,
    item.answer ? el("div", { class: "long reference" }, item.answer) : null,
    ...groups);
  const press = (event) => {
    if (event.key === "ArrowDown") return move(focus.slot + 1), true;
    if (event.key === "ArrowUp") return move(focus.slot - 1), true;
    const label = labels(focus.slot)[Number(event.key) - 1];
    if (locked || !label) return false;
    give(focus.slot, label);
    return true;
  };
  return { node, press, current: ".field.current" };
}
