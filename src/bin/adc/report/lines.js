// Lists of lines of which only the visible ones are in the page.

const ROW = 20;

class Lines {
  // Browsers limit the height of an element, the lowest to 17 million pixels.
  static highest = 8_000_000;

  // `draw(line)` returns the contents of a row and its classes; `choose(line)` is called when the user chooses one.
  constructor(host, label, draw, choose, other) {
    Object.assign(this, { host, draw, choose, count: 0, chosen: 0, partners: new Set(), first: -1, last: -1 });
    // `offset`: the distance from the place in the page to the place in the document, which may be higher than the page
    Object.assign(this, { offset: 0, seen: 0, settling: 0 });
    host.tabIndex = 0;
    host.setAttribute('role', 'listbox');
    host.setAttribute('aria-label', label);
    host.classList.add(host.id);
    this.inner = element('div', { role: 'presentation' });
    host.append(this.inner);
    host.addEventListener('scroll', () => this.scrolled());
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
    this.inner.style.height = `${this.height}px`;
    this.digits = Math.max(6, String(count).length + 1);
    this.inner.style.setProperty('--digits', `${this.digits}ch`);
    this.inner.style.minWidth = `${widest + this.digits + 8}ch`;
    this.inner.replaceChildren();
    if (count === 0) this.inner.append(element('p', { class: 'empty' }, empty));
    this.place(0);
    this.redraw();
  }

  // The heights of the document and of the element that stands for it.
  get full() {
    return this.count * ROW;
  }

  get height() {
    return Math.min(this.full, Lines.highest);
  }

  // Where the visible part of the document begins.
  get top() {
    return this.host.scrollTop + this.offset;
  }

  // Moves to a place of the document, and the scroll bar to the place for it: to an end only for that of the document.
  place(wanted) {
    const { clientHeight } = this.host;
    const most = Math.max(0, this.full - clientHeight);
    const top = Math.max(0, Math.min(wanted, most));
    let bar = top;
    if (this.full > this.height) {
      const end = this.height - clientHeight;
      const room = Math.min(clientHeight, end / 2);
      bar = Math.min(Math.max(top * (end / most), Math.min(top, room)), end - Math.min(most - top, room));
    }
    this.host.scrollTop = bar;
    this.seen = this.host.scrollTop;
    this.offset = this.full > this.height ? Math.round(top - this.seen) : 0;
  }

  // Small steps move by as many pixels of the document; long ones, those of the bar, by shares of it.
  scrolled() {
    const { scrollTop, clientHeight } = this.host;
    const moved = scrollTop - this.seen;
    this.seen = scrollTop;
    if (this.full > this.height && moved) {
      const most = this.full - clientHeight;
      const share = scrollTop / (this.height - clientHeight);
      if (Math.abs(moved) > clientHeight) this.offset = Math.round(share * most - scrollTop);
      this.offset = Math.max(-scrollTop, Math.min(most - scrollTop, this.offset));
      clearTimeout(this.settling);
      const atEnd = share <= 0 || share >= 1;
      this.settling = setTimeout(() => { this.place(this.top); this.redraw(); }, atEnd ? 0 : 200);
    }
    this.show();
  }

  redraw() {
    this.first = this.last = -1;
    this.show();
  }

  // Puts the visible rows into the page, and some around them.
  show() {
    if (!this.count || !this.host.clientHeight) return;
    const first = Math.max(1, Math.floor(this.top / ROW) - 10);
    const last = Math.min(this.count, first + Math.ceil(this.host.clientHeight / ROW) + 30);
    if (first === this.first && last === this.last && this.drawn === this.offset) return;
    Object.assign(this, { first, last, drawn: this.offset });
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
    row.style.top = `${(line - 1) * ROW - this.offset}px`;
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
    const { clientHeight } = this.host;
    if (top < this.top + ROW || top > this.top + clientHeight - 3 * ROW) this.place(top - clientHeight / 3);
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
