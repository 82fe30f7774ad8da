// Pieces of pages that show items. Text only: nothing of the data is ever parsed as markup.
export function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "onclick") node.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const words = (text) => String(text).replaceAll("_", " ");
export const letter = (index) => String.fromCharCode(65 + index);

function evidence(ev) {
  const rule = ev.by || ev.list || ev.rule || "";
  return [el("b", { class: ev.tier }, words(ev.tier)), rule ? ": " + words(rule) : ""];
}

// Why an option is right or false.
export function why(option, right) {
  const parts = [];
  if (right) parts.push(el("b", {}, "✓ right"));
  else if (option && option.evidence) parts.push("false by ", ...evidence(option.evidence));
  if (option && typeof option.similarity === "number") {
    parts.push(`${parts.length ? " · " : ""}similarity ${option.similarity.toFixed(2)}`);
  }
  if (option && option.visible) parts.push(`${parts.length ? " · " : ""}seen elsewhere in the picture`);
  return parts.length ? el("span", { class: "why" }, ...parts) : null;
}

// What a yes/no or correction statement claims.
export function claim(statement) {
  if (!statement) return null;
  const node = el("p", { class: "claim" }, `The statement claims “${statement.term}”, which `, statement.holds ? "holds." : "is false by ");
  if (!statement.holds && statement.evidence) node.append(...evidence(statement.evidence), ".");
  else if (!statement.holds) node.append("the annotation.");
  return node;
}

// Where everything in an item comes from.
export function provenance(item) {
  const p = item.provenance || {}, license = item.license || {};
  const list = el("dl", {});
  const row = (name, value) => {
    if (value !== null && value !== undefined && value !== "") list.append(el("dt", {}, name), el("dd", {}, value));
  };
  row("id", item.id);
  if (p.gold) row("gold", `${p.gold} (${words(p.gold_tier || "")})`);
  row("scene", p.scene);
  row("fact", p.fact);
  row("annotations", (p.annotations || []).join(", "));
  row("template", p.template);
  row("group", p.group);
  for (const b of item.boxes || []) row(`${b.color} box`, `x ${b.x}, y ${b.y}, ${b.w} × ${b.h}`);
  const url = license.license_url;
  const safe = url && /^https?:\/\//.test(url);
  row("license", safe ? el("a", { href: url, rel: "noopener noreferrer", target: "_blank" }, license.license) : license.license);
  row("author", license.author);
  return el("details", { class: "provenance" }, el("summary", {}, "Provenance"), list);
}
