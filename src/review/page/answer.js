// answer: an item as a model sees it; one option is chosen.
import { el, letter } from "./parts.js";
import { boxed } from "./verify.js";

export const title = "Answer";
export const keys = () => [["1 – 9, A – H", "choose an option and go on"]];
export const meanings = () => el("p", {}, "Choose the option that answers the question. Take the best one where you are not sure.");
export const categories = () => [];
export const alt = (card) => boxed(card.shown.colors);

export function view({ card, say, locked }) {
  const item = card.shown, mine = card.mine[0];
  const choose = (i) => say(0, letter(i), true);
  const options = item.choices.map((text, i) => el("li", {},
    el("button", { type: "button", class: "option", id: `option-${letter(i)}`, disabled: locked ? "" : null,
      "aria-pressed": String(mine === letter(i)), "aria-keyshortcuts": `${i + 1} ${letter(i).toLowerCase()}`, onclick: () => choose(i) },
    el("kbd", {}, String(i + 1)), el("span", { class: "letter" }, `(${letter(i)})`), el("span", { class: "text" }, text))));
  const node = el("div", {},
    el("h2", { id: "question", tabindex: "-1" }, item.question),
    el("ol", { class: "options large", "aria-label": "Options" }, ...options));
  const press = (event) => {
    if (locked || event.key.length !== 1) return false;
    const letters = event.key.toLowerCase().charCodeAt(0) - 97;
    const index = event.key >= "1" && event.key <= "9" ? Number(event.key) - 1 : letters < 8 ? letters : -1;
    if (index < 0 || index >= item.choices.length) return false;
    choose(index);
    return true;
  };
  return { node, press };
}
