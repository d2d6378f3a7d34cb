// The data, with what is looked up often. Lines count from 1, as in the data.

const data = (() => {
  const host = document.getElementById('data');
  const read = JSON.parse(host.textContent);
  // the page need not keep both
  host.remove();
  return read;
})();
const KINDS = { active: 0, live: 1, recorded: 2, changed: 3 };
const NEW_LINE = 9;

// Makes an element: properties, then children.
function element(name, properties, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (key === 'class') e.className = value;
    else e.setAttribute(key, value === true ? '' : value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== ''));
  return e;
}

// A long text: its beginning, and the rest on request.
function long(words, most = 240) {
  if (words.length <= most) return words;
  const cut = words.lastIndexOf(' ', most);
  return element('details', { class: 'long' },
    element('summary', null, `${words.slice(0, cut > most / 2 ? cut : most)} …`), words);
}

const text = (number) => data.strings[number];

// The texts of a side.
const sides = {
  left: data.files.map((f) => new Text(f.name, f.text)),
  right: data.derivative ? new Text(data.derivative.name, data.derivative.text) : new Text('No derivative', null),
};

// The notes of a file: line to texts by kind.
const noted = data.files.map(() => null);
function notesOf(file) {
  if (!noted[file]) {
    noted[file] = new Map();
    for (const [line, kind, string] of data.files[file].notes) {
      if (!noted[file].has(line)) noted[file].set(line, {});
      noted[file].get(line)[kind] = text(string);
    }
  }
  return noted[file];
}
const noteOf = (file, line) => notesOf(file).get(line) || {};

// By file and line, as lists: found when they are first asked for.
function index(items, place) {
  let all = null;
  const build = () => {
    all = new Map();
    items.forEach((item, number) => {
      const [file, line] = place(item);
      const key = file * 0x1000000 + line;
      const known = all.get(key);
      if (known) known.push(number);
      else all.set(key, [number]);
    });
  };
  return (file, line) => {
    if (!all) build();
    return all.get(file * 0x1000000 + line) || [];
  };
}

const rowsAt = index(data.rows, (r) => r);
const located = data.messages.filter((m) => m.line);
const messagesAt = index(located, (m) => [m.file, m.line]);
const formerLines = data.against ? data.against.lines : [];
const changesAt = index(formerLines, (c) => c);
const origins = data.derivative ? data.derivative.origins : [];
const madeFrom = index(origins, (o) => [o[1], o[2]]);

// The file and the line from which a line of the derivative comes. Origins are in the order of these lines.
function originOf(line) {
  const found = origins[lastUpTo(origins.length, (k) => origins[k][0] <= line)];
  return found && found[0] === line ? [found[1], found[2]] : null;
}

// The lines of the derivative that come from a line.
const derivativeLines = (file, line) => madeFrom(file, line).map((number) => origins[number][0]);

// Procedures by file, in the order of their lines.
const proceduresIn = data.files.map(() => []);
data.procedures.forEach((p, number) => proceduresIn[p.file].push(number));
const callers = data.procedures.map(() => []);
data.procedures.forEach((p, number) => p.calls.forEach((c) => callers[c].push(number)));

// The procedure that a line belongs to.
function procedureAt(file, line) {
  let found = -1;
  for (const number of proceduresIn[file] || []) {
    if (data.procedures[number].line <= line) found = number;
  }
  return found;
}

// The line of the derivative on which a procedure begins.
let openings = null;
function openingOf(name) {
  if (!openings) {
    openings = new Map();
    const opens = /^[ \t]*(?!end\b)(?:[a-z][\w*()= ]*[ \t])?(?:subroutine|function)[ \t]+(\w+)/gim;
    for (const found of sides.right.text.matchAll(opens)) {
      const opened = found[1].toLowerCase();
      if (!openings.has(opened)) openings.set(opened, sides.right.lineAt(found.index));
    }
  }
  return openings.get(name.toLowerCase());
}

// Estimates above it are not compared.
const TOO_MUCH = 1e300;

// A number with three digits and a unit.
function round(number) {
  if (number >= TOO_MUCH) return '> 1e300';
  if (number >= 1e15) return number.toExponential(1);
  const unit = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k']].find(([u]) => number >= u);
  const [by, letter] = unit || [1, ''];
  return Number((number / by).toPrecision(3)) + letter;
}

// A number with two digits.
const two = (number) => Number(number.toPrecision(2)).toLocaleString('en');
const ratio = (cost) => (cost && cost.primal > 0 && cost.flops < TOO_MUCH ? cost.flops / cost.primal : null);
const counted = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
