// rate: long answers of several models, blind; each gets 0, 0.5 or 1.
import { el } from "./parts.js";

export const title = "Rate";
export const keys = (setup) => [
  ...setup.scale.map((s, i) => [String(i + 1), `${s.name} (${s.score})`]), ["↑ ↓", "another answer"],
];
const definitions = (setup) => el("dl", { class: "meanings" },
  ...[...setup.scale].reverse().flatMap((s) => [el("dt", {}, `${s.name} (${s.score})`), el("dd", {}, s.text)]));
export const meanings = definitions;
export const categories = (setup) => setup.scale.map((s) => [String(s.score), `${s.name} (${s.score})`]);
export const alt = () => "Picture of the question";

let focus = { at: -1, slot: 0 };
let open = true;

export function view({ card, setup, say, locked, again }) {
  const item = card.shown, n = item.answers.length;
  const first = card.mine.findIndex((v) => v === null);
  if (focus.at !== card.at) focus = { at: card.at, slot: Math.max(first, 0) };
  const give = async (slot, score) => {
    const following = card.mine.findIndex((v, i) => v === null && i > slot);
    focus.slot = following >= 0 ? following : slot;
    await say(slot, score, false);
  };
  const move = (slot) => { focus.slot = Math.min(Math.max(slot, 0), n - 1); again(); };
  const answers = item.answers.map((text, slot) => {
    const buttons = setup.scale.map((s, i) =>
      el("button", { type: "button", class: "score", id: `score-${slot}-${i}`, disabled: locked ? "" : null, title: s.text,
        "aria-pressed": String(card.mine[slot] === s.score), onclick: () => give(slot, s.score) },
      slot === focus.slot ? el("kbd", {}, String(i + 1)) : null, slot === focus.slot ? " " : null, s.name));
    return el("article", { class: slot === focus.slot ? "answer current" : "answer", "aria-labelledby": `answer-${slot}` },
      el("h3", { id: `answer-${slot}` }, `Answer ${slot + 1} of ${n}`, card.mine[slot] === null ? "" : " · rated"),
      el("div", { class: "long" }, text.trim() === "" ? el("em", {}, "The response is empty.") : text),
      el("div", { class: "scores", role: "group", "aria-label": `Rating of answer ${slot + 1}` }, ...buttons));
  });
  const shown = el("details", { class: "definitions" }, el("summary", {}, "What the ratings mean"), definitions(setup));
  shown.open = open;
  shown.addEventListener("toggle", () => { open = shown.open; });
  const node = el("div", {},
    el("h2", { id: "question", tabindex: "-1" }, item.question),
    item.context ? el("div", { class: "long context" }, item.context) : null,
    el("h3", {}, "Reference answer"), el("div", { class: "long reference" }, item.answer),
    shown, ...answers);
  const press = (event) => {
    if (event.key === "ArrowDown") return move(focus.slot + 1), true;
    if (event.key === "ArrowUp") return move(focus.slot - 1), true;
    const scale = setup.scale[Number(event.key) - 1];
    if (locked || !scale) return false;
    give(focus.slot, scale.score);
    return true;
  };
  return { node, press, current: ".answer.current" };
}
