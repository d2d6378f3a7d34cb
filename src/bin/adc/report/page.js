// The views, and the way between them.

const by = (id) => document.getElementById(id);
const TABS = ['overview', 'source', 'messages', 'changes'];
const at = { file: 0, line: 0, derivative: 0, procedure: 0 };

function view(name) {
  for (const tab of TABS) {
    by(tab).hidden = tab !== name;
    by(`tab-${tab}`).setAttribute('aria-selected', String(tab === name));
    by(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
  }
  if (name === 'source') {
    if (by('left').dataset.file === undefined) openFile(at.file);
    left.redraw();
    right.redraw();
  }
}

// ---- source

const isFixed = (name) => /\.(f|for|ftn|f77)$/i.test(name);
const baseNames = (list) => list.split(',').map((n) => n.trim().split(/[%(]/)[0].toLowerCase());

function marksOf(file, line, notes) {
  const recorded = notes[KINDS.recorded] || '';
  const marks = [];
  if (notes[KINDS.active]) marks.push(['A', 'a', `active: ${notes[KINDS.active]}`]);
  if (/push/.test(recorded)) marks.push(['R', 'r', recorded]);
  if (/recompute/.test(recorded)) marks.push(['C', 'c', recorded]);
  if (/snapshot|save/.test(notes[KINDS.changed] || '') && !/no snapshot/.test(notes[KINDS.changed])) {
    marks.push(['S', 's', notes[KINDS.changed]]);
  }
  if (/(^|: )not live/.test(notes[KINDS.live] || '')) marks.push(['o', 'o', 'omitted by the forward sweep']);
  if (changesAt(file, line).length) marks.push(['≠', 'd', 'differs']);
  return marks;
}

function drawSource(line) {
  const { file } = at;
  const notes = noteOf(file, line);
  const marks = marksOf(file, line, notes);
  const drawn = marks.map(([letter, kind, title]) =>
    element('b', { class: `mark ${kind}`, title, 'aria-label': title }, letter));
  const names = notes[KINDS.active] ? baseNames(notes[KINDS.active]) : [];
  const source = sides.left[file].line(line);
  return {
    contents: [element('span', { class: 'no' }, String(line)), element('span', { class: 'marks' }, ...drawn),
      ...fortran(source, isFixed(sides.left[file].name), names)],
    classes: [marks.some((m) => m[1] === 'r') && 'recorded', marks.some((m) => m[1] === 'o') && 'omitted'],
  };
}

function drawDerivative(line) {
  const source = sides.right.line(line);
  return {
    contents: [element('span', { class: 'no' }, String(line)), element('span', { class: 'marks' }),
      ...fortran(source, isFixed(sides.right.name), [])],
    classes: [],
  };
}

const left = new Lines(by('left'), 'Source', drawSource, (line) => openLine(at.file, line), () => by('right').focus());
const right = new Lines(by('right'), 'Derivative', drawDerivative, (line) => openDerivative(line),
  () => by('left').focus());

function openFile(file) {
  at.file = file;
  by('left').dataset.file = file;
  by('file').value = file;
  by('left-title').textContent = sides.left[file].name;
  left.open(sides.left[file].count, sides.left[file].widest, 'The text of this file is not available.');
  const options = proceduresIn[file].map((n) => element('option', { value: n }, data.procedures[n].name));
  by('procedure').replaceChildren(element('option', { value: '' }, '–'), ...options);
}

function openLine(file, line) {
  view('source');
  if (by('left').dataset.file !== String(file)) openFile(file);
  Object.assign(at, { line, derivative: 0 });
  let made = derivativeLines(file, line);
  const number = procedureAt(file, line);
  const p = data.procedures[number];
  if (!made.length && p && p.line === line && p.cost) made = [openingOf(p.cost.derivative)].filter(Boolean);
  left.select(line, []);
  right.select(0, made);
  by('procedure').value = number < 0 ? '' : number;
  if (number >= 0) at.procedure = number;
  details(file, line, made);
  history.replaceState(null, '', `#line=${file}:${line}`);
}

function openDerivative(line) {
  at.derivative = line;
  const origin = originOf(line);
  right.select(line, []);
  if (!origin) {
    left.select(0, []);
    by('details').replaceChildren(element('h3', null, `${data.derivative.name}:${line}`),
      element('p', null, 'This line comes from no single line of the source.'));
    return;
  }
  const [file, source] = origin;
  if (at.file !== file) openFile(file);
  at.line = source;
  left.select(0, [source]);
  details(file, source, derivativeLines(file, source));
}

// ---- the chosen line

function details(file, line, made) {
  const notes = noteOf(file, line);
  const facts = [];
  const add = (name, ...content) => facts.push(element('dt', null, name), element('dd', null, ...content));
  const number = procedureAt(file, line);
  const p = number >= 0 ? data.procedures[number] : null;
  if (p && p.line === line) {
    add('Procedure', p.active ? 'active' : p.reached ? 'passive' : 'not reached by the head', ' · ',
      element('button', { class: 'link', onclick: () => { choose(number); view('overview'); } }, 'calls and costs'));
    if (p.variables.length) add('Active variables', long(p.variables.join(', ')));
    if (p.shadows.length) add('Shadows only', long(p.shadows.join(', ')));
  }
  if (notes[KINDS.active]) {
    const first = notes[KINDS.active].split(', ')[0];
    add('Active', element('span', { class: 'code' }, long(notes[KINDS.active])), ' · why: ',
      element('code', null, `adc analyze … --why '${first}@${short(data.files[file].name)}:${line}'`));
  }
  if (notes[KINDS.live]) add('Forward sweep', long(notes[KINDS.live]));
  if (notes[KINDS.recorded]) add('Adjoint', long(notes[KINDS.recorded]));
  if (notes[KINDS.changed]) add(p && p.line === line ? 'Adjoint' : 'Call', long(notes[KINDS.changed]));
  const rows = rowsAt(file, line);
  if (rows.length) add('Tape', element('ul', null, ...rows.map(tapeItem)));
  if (made.length) {
    const shown = made.slice(0, 24).flatMap((l, k) => [k ? ', ' : '', element('a', {
      href: '#', class: 'code', onclick: (e) => { e.preventDefault(); openDerivative(l); by('right').focus(); },
    }, String(l))]);
    add('Derivative', `line${made.length > 1 ? 's' : ''} `, ...shown,
      made.length > 24 ? ` and ${made.length - 24} more` : '');
  }
  for (const c of changesAt(file, line)) {
    const [, , kind, old] = formerLines[c];
    add(element('span', { class: 'former' }, 'Before'), kind === NEW_LINE ? 'this line was not there'
      : `${kindName(kind)}: ${text(old) || 'nothing'}`);
  }
  for (const m of messagesAt(file, line)) add(located[m].severity, `${located[m].code}: ${located[m].text}`);
  by('details').replaceChildren(
    element('h3', null, `${data.files[file].name}:${line}`),
    facts.length ? element('dl', null, ...facts) : element('p', null, 'Nothing is active or recorded here.'));
}

// A row of the tape, with the loops around it.
function tapeItem(number) {
  const [, , depth, what, size, why, file, line, isLoop] = data.rows[number];
  const loops = [];
  for (let k = number - 1, d = depth; k >= 0 && d > 0; k--) {
    const row = data.rows[k];
    if (row[2] < d) {
      d = row[2];
      if (row[8]) loops.push(text(row[4]));
    }
  }
  const times = isLoop ? [] : loops.reverse();
  return element('li', null,
    element('span', { class: 'code' }, isLoop ? 'loop' : text(what)), ' ',
    element('b', null, long(text(size))), times.length ? ` ${times.join(' ')}` : '', text(why) ? ' · ' : '',
    line ? link(file, line, openLine, text(why)) : text(why));
}

// ---- steps and searches

// The next line of the file for which a test holds, from the chosen one on.
function step(test, by1) {
  const count = left.count;
  for (let k = 1; k <= count; k++) {
    const line = (((at.line - 1 + by1 * k) % count) + count) % count + 1;
    if (test(line)) return line;
  }
  return 0;
}

function go(test, direction, none) {
  const line = step(test, direction);
  by('found').textContent = line ? '' : none;
  if (line) openLine(at.file, line);
}

const isRecord = (line) => /push/.test(noteOf(at.file, line)[KINDS.recorded] || '');
const isChange = (line) => changesAt(at.file, line).length > 0;
const nextRecord = (direction) => go(isRecord, direction, 'no record in this file');
const nextChange = () => go(isChange, 1, 'no difference in this file');

function find(e) {
  e.preventDefault();
  const needle = by('needle').value;
  if (!needle) return;
  const number = Number(needle);
  const inside = (side) => Number.isInteger(number) && number >= 1 && number <= side.count;
  if (by('where').value === 'right' && inside(right)) return openDerivative(number);
  if (by('where').value === 'left' && inside(left)) return openLine(at.file, number);
  const found = by('where').value === 'right' ? inDerivative(needle) : inSources(needle);
  by('found').textContent = found || `“${needle}” is not there`;
}

// Goes to the next line with a text, and returns a sentence about it.
function inDerivative(needle) {
  const line = sides.right.next(needle, at.derivative) || sides.right.next(needle, 0);
  if (line) openDerivative(line);
  return line ? `line ${line} of the derivative` : '';
}

// From the chosen line on, through all files.
function inSources(needle) {
  const count = sides.left.length;
  for (let k = 0; k <= count; k++) {
    const file = (at.file + k) % count;
    const line = sides.left[file].next(needle, k ? 0 : at.line);
    if (!line) continue;
    openLine(file, line);
    return `line ${line}${count > 1 ? ` of ${sides.left[file].name}` : ''}`;
  }
  return '';
}

// ---- overview

function choose(number) {
  at.procedure = number;
  neighbourhood(number, openLine, choose);
  for (const row of document.querySelectorAll('#procedures tbody tr')) {
    const chosen = row.dataset.procedure === String(number);
    row.classList.toggle('chosen', chosen);
    row.querySelector('th button').setAttribute('aria-pressed', String(chosen));
  }
}

function tabKeys(e) {
  const shown = TABS.filter((t) => !by(`tab-${t}`).hidden);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
  if (!step) return;
  const now = shown.findIndex((t) => `tab-${t}` === document.activeElement.id);
  const next = shown[(now + step + shown.length) % shown.length];
  view(next);
  by(`tab-${next}`).focus();
}

function begin() {
  const heads = data.heads.join('  ') || data.procedures.filter((p) => p.head).map((p) => p.name).join(', ');
  by('heads').textContent = `${data.mode} of ${heads}`;
  document.title = `adc report: ${heads}`;
  by('command').append(long(data.command));
  const table = () => procedureTable(openLine, choose, () => at.procedure);
  figures();
  at.procedure = Math.max(0, data.procedures.findIndex((p) => p.head));
  table();
  if (data.procedures.length) choose(at.procedure);
  messageList(openLine);
  if (data.messages.length) by('tab-messages').append(` (${data.messages.length.toLocaleString('en')})`);
  changeList(openLine);
  by('file').append(...data.files.map((f, k) => element('option', { value: k }, f.name)));
  by('right-title').textContent = sides.right.name;
  right.open(sides.right.count, sides.right.widest, 'The program was refused: see the messages.');
  by('next-change').hidden = by('legend-change').hidden = !data.against;
  by('filter').addEventListener('input', table);
  by('only-active').addEventListener('change', table);
  by('more').addEventListener('click', () => { order.all = true; table(); });
  by('file').addEventListener('change', () => openFile(Number(by('file').value)));
  by('procedure').addEventListener('change', () => {
    const p = data.procedures[Number(by('procedure').value)];
    if (by('procedure').value !== '') openLine(p.file, p.line);
  });
  by('find').addEventListener('submit', find);
  by('next').addEventListener('click', () => nextRecord(1));
  by('previous').addEventListener('click', () => nextRecord(-1));
  by('next-change').addEventListener('click', nextChange);
  by('source').addEventListener('keydown', (e) => {
    if (e.target.matches('input, select') || e.ctrlKey || e.metaKey || e.altKey) return;
    const act = { n: () => nextRecord(1), p: () => nextRecord(-1), d: nextChange }[e.key];
    if (act) act();
  });
  TABS.forEach((t) => by(`tab-${t}`).addEventListener('click', () => view(t)));
  by('tabs').addEventListener('keydown', tabKeys);
  const start = data.procedures[at.procedure];
  if (start) at.file = start.file;
  const asked = /^#line=(\d+):(\d+)$/.exec(location.hash);
  if (asked && Number(asked[1]) < data.files.length) openLine(Number(asked[1]), Number(asked[2]));
}

begin();
