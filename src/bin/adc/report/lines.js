// Lists of lines of which only the visible ones are in the page.

const ROW = 20;

class Lines {
  // `draw(line)` returns the contents of a row and its classes; `choose(line)` is called when the user chooses one.
  constructor(host, label, draw, choose, other) {
    Object.assign(this, { host, draw, choose, count: 0, chosen: 0, partners: new Set(), first: -1, last: -1 });
    host.tabIndex = 0;
    host.setAttribute('role', 'listbox');
    host.setAttribute('aria-label', label);
    host.classList.add(host.id);
    this.inner = element('div', { role: 'presentation' });
    host.append(this.inner);
    host.addEventListener('scroll', () => this.show());
    host.addEventListener('click', (e) => {
      const row = e.target.closest('.row');
      if (row) this.choose(Number(row.dataset.line));
    });
    host.addEventListener('dblclick', () => other());
    host.addEventListener('keydown', (e) => this.key(e, other));
    new ResizeObserver(() => this.show()).observe(host);
  }

  // Shows another document.
  open(count, widest, empty) {
    this.count = count;
    this.chosen = 0;
    this.partners = new Set();
    this.inner.style.height = `${count * ROW}px`;
    this.inner.style.minWidth = `${widest + 14}ch`;
    this.inner.replaceChildren();
    if (count === 0) this.inner.append(element('p', { class: 'empty' }, empty));
    this.host.scrollTop = 0;
    this.redraw();
  }

  redraw() {
    this.first = this.last = -1;
    this.show();
  }

  // Puts the visible rows into the page, and some around them.
  show() {
    if (!this.count || !this.host.clientHeight) return;
    const first = Math.max(1, Math.floor(this.host.scrollTop / ROW) - 10);
    const last = Math.min(this.count, first + Math.ceil(this.host.clientHeight / ROW) + 30);
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    const rows = [];
    for (let line = first; line <= last; line++) rows.push(this.row(line));
    this.inner.replaceChildren(...rows);
    const active = this.chosen >= first && this.chosen <= last ? `${this.host.id}-${this.chosen}` : '';
    if (active) this.host.setAttribute('aria-activedescendant', active);
    else this.host.removeAttribute('aria-activedescendant');
  }

  row(line) {
    const { contents, classes } = this.draw(line);
    const chosen = line === this.chosen;
    const row = element('div', {
      class: ['row', ...classes, chosen && 'chosen', this.partners.has(line) && 'partner'].filter(Boolean).join(' '),
      role: 'option',
      id: `${this.host.id}-${line}`,
      'aria-selected': String(chosen),
      'aria-setsize': this.count,
      'aria-posinset': line,
      'data-line': line,
    }, ...contents);
    row.style.top = `${(line - 1) * ROW}px`;
    return row;
  }

  // Marks a line, and brings it into sight.
  select(line, partners) {
    this.chosen = line;
    this.partners = new Set(partners);
    const wanted = line || partners[0];
    if (wanted) this.reveal(wanted);
    this.redraw();
  }

  reveal(line) {
    const top = (line - 1) * ROW;
    const { scrollTop, clientHeight } = this.host;
    if (top < scrollTop + ROW || top > scrollTop + clientHeight - 3 * ROW) {
      this.host.scrollTop = Math.max(0, top - clientHeight / 3);
    }
  }

  key(e, other) {
    const page = Math.max(1, Math.floor(this.host.clientHeight / ROW) - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key in steps && this.count) {
      const from = this.chosen || [...this.partners][0] || this.first;
      this.choose(Math.min(this.count, Math.max(1, from + steps[e.key])));
      e.preventDefault();
    } else if (e.key === 'Enter') {
      other();
      e.preventDefault();
    }
  }
}

// A line of Fortran: comments apart, the names of `active` variables marked.
function fortran(line, fixed, active) {
  if (fixed && /^[cC*]/.test(line)) return [element('span', { class: 'comment' }, line)];
  const out = [];
  const names = new Set(active);
  const pieces = /('[^']*'?|"[^"]*"?)|(!.*$)|([a-zA-Z]\w*)/g;
  let from = 0;
  for (const found of line.matchAll(pieces)) {
    const [piece, , comment, name] = found;
    // a component is no variable
    const marked = name && names.has(name.toLowerCase()) && !/%\s*$/.test(line.slice(0, found.index));
    if (!comment && !marked) continue;
    out.push(line.slice(from, found.index), element('span', { class: comment ? 'comment' : 'act' }, piece));
    from = found.index + piece.length;
  }
  out.push(line.slice(from));
  return out.filter(Boolean);
}
