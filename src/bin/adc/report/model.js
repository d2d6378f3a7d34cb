'use strict';
// The data, with what is looked up often. Lines count from 1, as in the data.

const data = JSON.parse(document.getElementById('data').textContent);
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

const text = (number) => data.strings[number];

// The texts of a side: split when they are first shown.
const sides = {
  left: data.files.map((f) => ({ name: f.name, text: f.text, lines: null })),
  right: data.derivative
    ? [{ name: data.derivative.name, text: data.derivative.text, lines: null }]
    : [],
};

function linesOf(document) {
  if (!document) return [];
  if (!document.lines) {
    document.lines = document.text === null ? [] : document.text.split('\n').map((l) => l.replace(/\r$/, ''));
    if (document.lines.at(-1) === '') document.lines.pop();
    document.widest = document.lines.reduce((most, l) => Math.max(most, l.length), 0);
  }
  return document.lines;
}

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

// By file and line, as lists.
function index(items, place) {
  const all = new Map();
  items.forEach((item, number) => {
    const [file, line] = place(item);
    const key = file * 0x1000000 + line;
    if (!all.has(key)) all.set(key, []);
    all.get(key).push(number);
  });
  return (file, line) => all.get(file * 0x1000000 + line) || [];
}

const rowsAt = index(data.rows, (r) => r);
const messagesAt = index(data.messages.filter((m) => m.line), (m) => [m.file, m.line]);
const located = data.messages.filter((m) => m.line);
const formerLines = data.against ? data.against.lines : [];
const changesAt = index(formerLines, (c) => c);
const origins = data.derivative ? data.derivative.origins : [];
const madeFrom = index(origins, (o) => [o[1], o[2]]);
const originOf = new Map(origins.map((o) => [o[0], [o[1], o[2]]]));

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
    linesOf(sides.right[0]).forEach((l, k) => {
      const found = /^\s*(?!end\b)(?:[a-z][\w*()= ]*\s)?(?:subroutine|function)\s+(\w+)/i.exec(l);
      if (found && !openings.has(found[1].toLowerCase())) openings.set(found[1].toLowerCase(), k + 1);
    });
  }
  return openings.get(name.toLowerCase());
}

// A number with three digits and a unit.
function round(number) {
  if (number >= 1e15) return number.toExponential(1);
  const unit = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k']].find(([u]) => number >= u);
  const [by, letter] = unit || [1, ''];
  return Number((number / by).toPrecision(3)) + letter;
}

const ratio = (cost) => (cost && cost.primal > 0 ? cost.flops / cost.primal : null);
const counted = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
