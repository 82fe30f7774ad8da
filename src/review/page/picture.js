// The picture: as it is in the set, or before boxes were drawn on it; enlarged around its first box.
const $ = (id) => document.getElementById(id);
const STEPS = [1, 2, 4];
let step = 0, shown = null, bare = false;

export function show(card, alt) {
  const other = !shown || shown.at !== card.at;
  shown = card;
  $("picture").hidden = !card.picture;
  document.body.classList.toggle("pictured", card.picture);
  if (!card.picture || !other) return;
  bare = false;
  step = 0;
  $("image").alt = alt;
  $("open").href = `picture/${card.at}`;
  draw();
}

function draw() {
  const source = bare ? `original/${shown.at}` : `picture/${shown.at}`;
  if ($("image").getAttribute("src") !== source) $("image").src = source;
  $("boxes").hidden = !shown.original;
  $("boxes").setAttribute("aria-pressed", String(!bare));
  $("frame").classList.toggle("large", step > 0);
  $("frame").style.setProperty("--zoom", STEPS[step]);
  $("zoom").firstChild.textContent = step + 1 < STEPS.length ? "Enlarge " : "Whole ";
}

function center() {
  const frame = $("frame"), image = $("image"), box = (shown.shown.boxes || [])[0];
  const scale = image.naturalWidth ? image.clientWidth / image.naturalWidth : 0;
  const x = box && scale ? (box.x + box.w / 2) * scale : image.clientWidth / 2;
  const y = box && scale ? (box.y + box.h / 2) * scale : image.clientHeight / 2;
  frame.scrollTo(x - frame.clientWidth / 2, y - frame.clientHeight / 2);
}

export function zoom() {
  if (!shown || !shown.picture) return;
  step = (step + 1) % STEPS.length;
  draw();
  if (step) center();
}

export function boxes() {
  if (!shown || !shown.original) return;
  bare = !bare;
  draw();
}

export const open = () => shown && shown.picture && $("open").click();
export const pan = (dx, dy) => $("frame").scrollBy(dx * 80, dy * 80);

// The browser keeps what is likely to be needed next.
export function ahead(at) {
  if (at === null || at === undefined) return;
  new Image().src = `picture/${at}`;
}

$("image").addEventListener("error", () => { $("image").alt = "The picture could not be loaded."; });
$("image").addEventListener("click", zoom);
$("zoom").addEventListener("click", zoom);
$("boxes").addEventListener("click", boxes);
