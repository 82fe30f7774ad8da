const kept = text => {
  const model = $('model').value, target = $('target').value, kind = $('kind').value, outcome = $('outcome').value, right = $('right').value;
  return data.items.filter(i => {
    if (target && i.t !== target || kind && i.k !== kind) return false;
    const own = i.a.filter(a => model === '' || a.m === +model);
    if (!own.length) return false;
    if (outcome && !own.some(a => a.o === outcome)) return false;
    if (right === 'right' && !own.some(a => a.ok) || right === 'wrong' && !own.some(a => !a.ok)) return false;
    if (right === 'differ' && new Set(i.a.map(a => a.ok)).size < 2) return false;
    return !text || (i.id + ' ' + i.q + ' ' + i.c.join(' ') + ' ' + own.map(a => a.r.join('')).join(' ')).toLowerCase().includes(text);
  });
};
browse(kept, i => {
  const model = $('model').value, [whole, body] = card(i, [i.id, i.t, i.k.replaceAll('_', ' ')]);
  const list = make('ol', 'choices');
  i.c.forEach((c, n) => list.append(make('li', n === i.g ? 'gold' : '', c)));
  body.append(make('h3', '', i.q), list);
  i.a.filter(a => model === '' || a.m === +model).forEach(a => {
    const head = [make('b', '', data.models[a.m]), make('span', a.ok ? 'ok' : 'no', (a.ch || a.o.replaceAll('_', ' ')) + (a.ok ? ' ✓' : ' ✗')),
      make('span', '', 'rule: ' + a.rule.replaceAll('_', ' '))];
    if (a.x) head.push(make('span', 'no', 'letter and text disagree'));
    body.append(said(head, [a.r[0], a.r[1] ? make('mark', '', a.r[1]) : '', a.r[2]]));
  });
  return whole;
});
