const data = JSON.parse(document.getElementById('answers').textContent);
const $ = id => document.getElementById(id);
const make = (tag, cls, text) => { const e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; };
// A card: the picture of an item with small text below it, and a body to fill.
const card = (item, meta) => {
  const card = make('div', 'item'), left = make('div'), body = make('div');
  if (data.pictures[item.img]) { const img = make('img'); img.src = data.pictures[item.img]; img.alt = item.id; img.loading = 'lazy'; left.append(img); }
  else left.append(make('div', 'noimage', 'no picture'));
  left.append(make('div', 'meta', meta.filter(Boolean).join(' · ')));
  card.append(left, body);
  return [card, body];
};
// What somebody said: a head of several parts, and the text in pieces.
const said = (head, pieces) => {
  const said = make('div', 'said'), line = make('div', 'head'), pre = make('pre');
  line.append(...head);
  pre.append(...pieces);
  said.append(line, pre);
  return said;
};
// Shows twenty cards at a time of the items that `shown(words searched for)` gives, anew whenever a menu changes.
const browse = (shown, draw) => {
  const size = 20;
  let page = 0;
  const show = () => {
    const all = shown($('search').value.trim().toLowerCase()), pages = Math.max(1, Math.ceil(all.length / size));
    page = Math.min(page, pages - 1);
    $('count').textContent = `${all.length} of ${data.items.length} items; page ${page + 1} of ${pages}`;
    $('back').disabled = page === 0;
    $('next').disabled = page >= pages - 1;
    $('items').replaceChildren(...all.slice(page * size, page * size + size).map(draw));
  };
  document.querySelectorAll('.filters select, #search').forEach(e => e.addEventListener('input', () => { page = 0; show(); }));
  $('back').addEventListener('click', () => { page--; show(); });
  $('next').addEventListener('click', () => { page++; show(); });
  show();
};
