// The overview, the messages and the differences.

const FEW = 500;

const COLUMNS = [
  { title: 'Procedure', key: (p) => p.name.toLowerCase() },
  { title: 'Place', key: (p) => [p.file, p.line] },
  { title: 'Activity', key: (p) => (p.active ? 0 : p.reached ? 1 : 2) },
  { title: 'Calls', number: true, key: (p) => -p.calls.length - p.unknown.length },
  { title: 'Cost', number: true, key: (p) => (p.cost ? -p.cost.primal : 1) },
  { title: 'Derivative', number: true, key: (p) => (p.cost ? -p.cost.flops : 1) },
  { title: 'Ratio', number: true, key: (p) => -(ratio(p.cost) ?? -1) },
  { title: 'Records', number: true, key: (p) => -(p.tape ? p.tape.records : -1) },
  { title: 'Tape after the forward sweep', key: (p) => (p.tape ? -p.tape.total.length : 1) },
];

const order = { column: -1, up: true, all: false };

function compare(a, b) {
  if (Array.isArray(a)) return a[0] - b[0] || a[1] - b[1];
  return a < b ? -1 : a > b ? 1 : 0;
}

// The procedures in the order that was chosen, at first heads, then active ones by their costs.
function sorted(list) {
  const initial = (p) => [p.head ? 0 : p.active ? 1 : p.reached ? 2 : 3, -(p.cost ? p.cost.flops : 0)];
  const key = order.column < 0 ? initial : COLUMNS[order.column].key;
  const keyed = list.map((number) => [key(data.procedures[number]), number]);
  keyed.sort((a, b) => (order.up ? compare(a[0], b[0]) : compare(b[0], a[0])) || a[1] - b[1]);
  return keyed.map((k) => k[1]);
}

function procedureTable(open, choose, chosen) {
  const wanted = document.getElementById('filter').value.trim().toLowerCase();
  const only = document.getElementById('only-active').checked;
  const list = data.procedures.map((p, number) => number).filter((number) => {
    const p = data.procedures[number];
    return (!only || p.active) && (!wanted || `${p.name} ${data.files[p.file].name}`.toLowerCase().includes(wanted));
  });
  const shown = sorted(list).slice(0, order.all ? undefined : FEW);
  const head = COLUMNS.map((c, k) => element('th', {
    scope: 'col',
    class: c.number ? 'number' : undefined,
    'aria-sort': order.column === k ? (order.up ? 'ascending' : 'descending') : undefined,
  }, element('button', {
    onclick: () => {
      order.up = order.column === k ? !order.up : true;
      order.column = k;
      procedureTable(open, choose, chosen);
      document.querySelectorAll('#procedures thead button')[k].focus();
    },
  }, c.title, order.column === k ? (order.up ? ' ▾' : ' ▴') : '')));
  const rows = shown.map((number) => procedureRow(number, open, choose, number === chosen()));
  document.getElementById('procedures').replaceChildren(
    element('thead', null, element('tr', null, ...head)),
    element('tbody', null, ...rows),
  );
  document.getElementById('count').textContent = shown.length < list.length
    ? `${shown.length} of ${counted(list.length, 'procedure')}` : counted(list.length, 'procedure');
  document.getElementById('more').hidden = shown.length === list.length;
}

function procedureRow(number, open, choose, chosen) {
  const p = data.procedures[number];
  const cell = (content, kind) => element('td', { class: kind }, content);
  const word = p.active ? 'active' : p.reached ? 'passive' : 'not reached';
  const factor = ratio(p.cost);
  return element('tr', { class: chosen ? 'chosen' : undefined, 'data-procedure': number },
    element('th', { scope: 'row' },
      element('button', { class: 'link code', 'aria-pressed': String(chosen), onclick: () => choose(number) }, p.name),
      ' ',
      p.head ? element('span', { class: 'tag head' }, 'head') : ''),
    cell(link(p.file, p.line, open)),
    cell(element('span', { class: `word ${p.active ? 'active' : 'passive'}` }, word)),
    cell(String(p.calls.length + p.unknown.length), 'number'),
    cell(p.cost ? round(p.cost.primal) : '', 'number'),
    cell(p.cost ? round(p.cost.flops) : '', 'number'),
    cell(factor === null ? '' : two(factor), 'number'),
    cell(p.tape ? String(p.tape.records) : '', 'number'),
    cell(p.tape ? long(p.tape.total, 48) : '', 'code'));
}

const short = (name) => name.split('/').pop();

// A link to a line.
function link(file, line, open, words) {
  const shown = words || `${short(data.files[file].name)}:${line}`;
  return element('a', {
    href: `#line=${file}:${line}`,
    class: 'code',
    onclick: (e) => {
      e.preventDefault();
      open(file, line);
    },
  }, shown);
}

function figures() {
  const reached = data.procedures.filter((p) => p.reached);
  const heads = data.procedures.filter((p) => p.head);
  const lines = sides.left.reduce((sum, f) => sum + f.count, 0);
  const errors = data.messages.filter((m) => m.severity === 'error').length;
  const records = data.procedures.reduce((n, p) => n + (p.tape ? p.tape.records : 0), 0);
  const all = [
    ['Source', `${counted(lines, 'line')}, ${counted(data.files.length, 'file')}`],
    ['Procedures reached by the head', `${reached.length} of ${data.procedures.length}`],
    ['Active procedures', String(reached.filter((p) => p.active).length)],
    ['Derivative', data.derivative ? counted(sides.right.count, 'line') : 'none: see the messages'],
    ['Recorded values', data.procedures.some((p) => p.tape) ? records.toLocaleString('en') : '–'],
  ];
  for (const h of heads) {
    const factor = ratio(h.cost);
    if (factor !== null) {
      all.push([`Cost of ${h.cost.derivative} (estimated)`, `${two(factor)} runs of ${h.name}`]);
    }
    if (h.tape) all.push([`Peak of the tape in ${h.name}`, h.tape.peak, 'code']);
  }
  if (errors) all.push(['Errors', String(errors)]);
  document.getElementById('figures').append(...all.map(([name, value, kind]) =>
    element('div', null, element('dt', null, name), element('dd', { class: kind }, long(value, 80)))));
}

// The callers and callees of a procedure, as a picture whose boxes are links.
function neighbourhood(number, open, choose) {
  const p = data.procedures[number];
  const SVG = 'http://www.w3.org/2000/svg';
  const make = (name, attributes, ...children) => {
    const e = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([k, v]) => e.setAttribute(k, v));
    e.append(...children);
    return e;
  };
  const MOST = 14;
  const [above, below] = [callers[number], p.calls].map((l) => [...new Set(l)]);
  const height = Math.max(Math.min(above.length, MOST), Math.min(below.length, MOST), 1) * 30 + 60;
  const svg = make('svg', { viewBox: `0 0 420 ${height}`, role: 'group', 'aria-label': `Calls around ${p.name}` });
  const middle = (height + 20) / 2;
  const box = (n, x, y, kind) => {
    const q = data.procedures[n];
    const name = q.name.length > 15 ? `${q.name.slice(0, 14)}…` : q.name;
    const word = q.active ? 'active' : 'passive';
    const a = make('a', { href: `#procedure=${n}`, class: `${kind} ${word}`, 'aria-label': `${q.name}, ${word}` },
      make('rect', { x, y: y - 11, width: 122, height: 22, rx: 4 }),
      make('text', { x: x + 7, y: y + 4 }, name),
      make('title', {}, q.name));
    a.addEventListener('click', (e) => {
      e.preventDefault();
      if (kind === 'centre') open(q.file, q.line);
      else choose(n);
    });
    return a;
  };
  const column = (list, x, title, from, to) => {
    const shown = list.slice(0, MOST);
    svg.append(make('text', { x: x + 7, y: 14, class: 'heading' }, `${title} (${list.length})`));
    shown.forEach((n, k) => {
      const y = middle + (k - (shown.length - 1) / 2) * 30;
      svg.append(make('path', { d: from(y) }));
      svg.append(box(n, x, y, to));
    });
    const more = list.length - MOST;
    if (more > 0) svg.append(make('text', { x: x + 7, y: height - 6, class: 'heading' }, `and ${more} more`));
  };
  column(above, 0, 'Callers', (y) => `M122 ${y} C136 ${y} 136 ${middle} 149 ${middle}`, 'caller');
  column(below, 298, 'Callees', (y) => `M271 ${middle} C285 ${middle} 285 ${y} 298 ${y}`, 'callee');
  svg.append(box(number, 149, middle, 'centre'));
  const facts = [
    ['Place', link(p.file, p.line, open)],
    ['Active variables', long(p.variables.join(', ')) || 'none'],
    p.shadows.length ? ['Shadows only', long(p.shadows.join(', '))] : null,
    p.unknown.length ? ['Source not given', long(p.unknown.join(', '))] : null,
    p.cost ? ['Derivative', p.cost.derivative] : null,
    p.tape ? ['Tape', long(p.tape.total)] : null,
    p.tape ? ['Peak', long(p.tape.peak)] : null,
  ].filter(Boolean);
  const rows = facts.map(([name, value]) => element('tr', null,
    element('th', { scope: 'row' }, name), element('td', { class: 'code' }, value)));
  document.getElementById('calls').replaceChildren(svg, element('table', null, element('tbody', null, ...rows)));
}

function messageItem(m, open) {
  return element('article', { class: `message ${m.severity}` },
    element('p', null, element('span', { class: 'severity' }, `${m.severity} ${m.code}`), ' ',
      m.line ? link(m.file, m.line, open) : ''),
    element('p', null, m.text),
    ...m.notes.map((n) => element('p', { class: 'before' }, n)),
    m.help ? element('p', null, 'help: ', m.help) : null);
}

const SEVERITIES = ['error', 'warning', 'note'];

// The codes of messages, with how many there are, as buttons that choose one of them.
function messageCodes(list, chosen, choose) {
  const counts = new Map();
  for (const m of list) counts.set(m.code, (counts.get(m.code) || 0) + 1);
  if (counts.size < 2) return null;
  const button = (code, count) => element('button', {
    'aria-pressed': String(code === chosen), 'data-code': code, onclick: () => choose(code),
  }, `${code || 'all'} (${count.toLocaleString('en')})`);
  const all = [['', list.length], ...counts];
  return element('div', { class: 'tools', role: 'group', 'aria-label': 'Messages with a code' },
    ...all.map(([code, count]) => button(code, count)));
}

function messageList(open, chosen = '') {
  const list = SEVERITIES.flatMap((s) => data.messages.filter((m) => m.severity === s));
  const host = document.getElementById('message-list');
  const wanted = list.filter((m) => !chosen || m.code === chosen);
  const few = wanted.slice(0, FEW).map((m) => messageItem(m, open));
  const codes = messageCodes(list, chosen, (code) => {
    messageList(open, code);
    host.querySelector(`[data-code="${code}"]`).focus();
  });
  host.replaceChildren(codes || '',
    ...(few.length ? few : ['Nothing was refused or assumed, and there are no warnings.']));
  if (wanted.length > FEW) host.append(element('p', null, `and ${wanted.length - FEW} more`));
}

const kindName = (kind) => ['active', 'forward sweep', 'recorded', 'adjoint changes'][kind] || 'new line';
const fromTo = (before, after) => [
  element('span', { class: 'before' }, long(before)), ' → ', element('span', { class: 'after' }, long(after))];

function changeList(open) {
  if (!data.against) return;
  const { against } = data;
  const tab = document.getElementById('tab-changes');
  tab.hidden = false;
  const rows = against.procedures.map((f) => {
    const p = data.procedures[f.procedure];
    const both = (old, now) => (old === now ? element('td', null, long(now)) : element('td', null, ...fromTo(old, now)));
    const cost = (c) => (c ? round(c.flops) : '–');
    const tape = (t, field) => (t ? String(t[field]) : '–');
    const activity = (active) => (active ? 'active' : 'passive');
    const name = element('th', { scope: 'row' }, link(p.file, p.line, open, p.name));
    if (!f.known) return element('tr', null, name, element('td', { colspan: 4 }, 'new'));
    return element('tr', null,
      name,
      both(activity(f.active), activity(p.active)),
      both(cost(f.cost), cost(p.cost)),
      both(tape(f.tape, 'records'), tape(p.tape, 'records')),
      both(tape(f.tape, 'total'), tape(p.tape, 'total')));
  });
  const heads = ['Procedure', 'Activity', 'Derivative (flops)', 'Records', 'Tape'];
  const lines = against.lines.slice(0, FEW).map(([file, line, kind, old]) => element('tr', null,
    element('th', { scope: 'row' }, link(file, line, open)),
    element('td', null, kindName(kind)),
    element('td', { class: 'code' }, ...(kind === NEW_LINE ? ['–']
      : fromTo(text(old) || 'nothing', noteOf(file, line)[kind] || 'nothing')))));
  const table = (titles, body) => element('div', { class: 'scroll' }, element('table', null,
    element('thead', null, element('tr', null, ...titles.map((t) => element('th', { scope: 'col' }, t)))),
    element('tbody', null, ...body)));
  const host = document.getElementById('change-list');
  host.append(
    element('p', null, 'From ', element('code', null, against.command), ` (${against.name})`),
    element('p', null, 'to ', element('code', null, data.command)),
    element('h3', null, counted(rows.length, 'procedure') + ' with other figures'),
    rows.length ? table(heads, rows) : '',
    against.gone.length ? element('p', null, `No longer there: ${against.gone.join(', ')}`) : '',
    element('h3', null, counted(against.lines.length, 'difference') + ' on lines'),
    lines.length ? table(['Line', 'Kind', 'Before and after'], lines) : '',
    against.lines.length > FEW ? element('p', null, `and ${against.lines.length - FEW} more: see the source`) : '');
  tab.append(` (${(rows.length + against.lines.length).toLocaleString('en')})`);
}
