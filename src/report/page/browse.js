(() => {
  const data = JSON.parse(document.getElementById('answers').textContent);
  const box = document.getElementById('items');
  if (!box) return;
  const $ = id => document.getElementById(id);
  const make = (tag, cls, text) => { const e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; };
  const fill = (id, values) => values.forEach(v => { const o = make('option', '', v.replaceAll('_', ' ')); o.value = v; $(id).append(o); });
  const distinct = f => [...new Set(data.items.flatMap(f))].sort();
  data.models.forEach((m, i) => { const o = make('option', '', m); o.value = i; $('model').append(o); });
  fill('target', distinct(i => [i.t]).filter(Boolean));
  fill('kind', distinct(i => [i.k]).filter(Boolean));
  fill('outcome', distinct(i => i.a.map(a => a.o)));
  let page = 0;
  const size = 20;
  const shown = () => {
    const model = $('model').value, target = $('target').value, kind = $('kind').value, outcome = $('outcome').value, right = $('right').value;
    const text = $('search').value.toLowerCase();
    return data.items.filter(i => {
      if (target && i.t !== target || kind && i.k !== kind) return false;
      const said = i.a.filter(a => model === '' || a.m === +model);
      if (!said.length) return false;
      if (outcome && !said.some(a => a.o === outcome)) return false;
      if (right === 'right' && !said.some(a => a.ok) || right === 'wrong' && !said.some(a => !a.ok)) return false;
      if (right === 'differ' && new Set(i.a.map(a => a.ok)).size < 2) return false;
      return !text || (i.id + ' ' + i.q + ' ' + i.c.join(' ') + ' ' + said.map(a => a.r.join('')).join(' ')).toLowerCase().includes(text);
    });
  };
  const draw = () => {
    const all = shown(), model = $('model').value, pages = Math.max(1, Math.ceil(all.length / size));
    page = Math.min(page, pages - 1);
    $('count').textContent = `${all.length} of ${data.items.length} items; page ${page + 1} of ${pages}`;
    $('back').disabled = page === 0;
    $('next').disabled = page >= pages - 1;
    box.replaceChildren(...all.slice(page * size, page * size + size).map(i => {
      const card = make('div', 'item'), left = make('div'), body = make('div');
      if (data.pictures[i.img]) { const img = make('img'); img.src = data.pictures[i.img]; img.alt = i.id; img.loading = 'lazy'; left.append(img); } else left.append(make('div', 'noimage', 'no picture'));
      left.append(make('div', 'meta', [i.id, i.t, i.k.replaceAll('_', ' ')].filter(Boolean).join(' · ')));
      body.append(make('h3', '', i.q));
      const list = make('ol', 'choices');
      i.c.forEach((c, n) => list.append(make('li', n === i.g ? 'gold' : '', c)));
      body.append(list);
      i.a.filter(a => model === '' || a.m === +model).forEach(a => {
        const said = make('div', 'said'), head = make('div', 'head');
        head.append(make('b', '', data.models[a.m]), make('span', a.ok ? 'ok' : 'no', (a.ch || a.o.replaceAll('_', ' ')) + (a.ok ? ' ✓' : ' ✗')),
          make('span', '', 'rule: ' + a.rule.replaceAll('_', ' ')));
        if (a.x) head.append(make('span', 'no', 'letter and text disagree'));
        const pre = make('pre');
        pre.append(a.r[0]);
        if (a.r[1]) pre.append(make('mark', '', a.r[1]));
        pre.append(a.r[2]);
        said.append(head, pre);
        body.append(said);
      });
      card.append(left, body);
      return card;
    }));
  };
  ['model', 'target', 'kind', 'outcome', 'right', 'search'].forEach(id => $(id).addEventListener('input', () => { page = 0; draw(); }));
  $('back').addEventListener('click', () => { page--; draw(); });
  $('next').addEventListener('click', () => { page++; draw(); });
  draw();
})();
