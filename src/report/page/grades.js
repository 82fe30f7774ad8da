// Scores of an item's answers by the metric at an index, of one model or of all.
const scores = (item, metric, model) => item.a.filter(a => model === '' || a.m === +model).map(a => a.s[metric]).filter(s => s !== null);
const mean = all => all.reduce((sum, s) => sum + s, 0) / all.length;
const ORDERS = {
  low: all => mean(all),
  high: all => -mean(all),
  differ: all => Math.min(...all) - Math.max(...all),
};
// A column with one value has no menu.
const chosen = column => $('column' + column) ? $('column' + column).value : '';
const kept = text => {
  const model = $('model').value, [order, metric] = $('order').value.split(' ');
  const all = data.items.filter(i => data.columns.every((name, c) => !chosen(c) || i.c[c] === chosen(c)) &&
    i.a.some(a => model === '' || a.m === +model) &&
    (!text || [i.id, i.q, i.x, ...i.ref, ...i.a.map(a => a.r)].join(' ').toLowerCase().includes(text)));
  if (!order) return all;
  // How models differ is about all of them; items without a score come last.
  const rank = i => { const s = scores(i, +metric, order === 'differ' ? '' : model); return s.length ? ORDERS[order](s) : Infinity; };
  const ranked = all.map(i => [rank(i), i]);
  return ranked.sort((a, b) => a[0] === b[0] ? 0 : a[0] - b[0]).map(pair => pair[1]);
};
browse(kept, i => {
  const model = $('model').value, [whole, body] = card(i, [i.id, ...i.c.map(c => c.replaceAll('_', ' '))]);
  body.className = 'prose';
  body.append(make('h3', '', i.q || i.id));
  if (i.x) { const more = make('details', 'context'); more.append(make('summary', '', 'context'), make('pre', '', i.x)); body.append(more); }
  i.ref.forEach(r => { const own = said([make('b', '', 'reference')], [r]); own.classList.add('reference'); body.append(own); });
  i.a.filter(a => model === '' || a.m === +model).forEach(a => {
    const shown = a.s.map((s, k) => s === null ? null : make('span', '', `${data.metrics[k]} ${s.toFixed(3)}`)).filter(Boolean);
    body.append(said([make('b', '', data.models[a.m]), ...shown], [a.r || '(empty)']));
  });
  return whole;
});
