'use strict';
// Texts by their lines, of which few are shown: the places where lines begin, and no list of lines.

// The last of `count` numbers for which a test holds that holds for the first ones alone, or -1.
function lastUpTo(count, test) {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (test(middle)) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

class Text {
  constructor(name, text) {
    Object.assign(this, { name, text: text ?? '', found: null });
  }

  // Where lines begin; after them, the end.
  get starts() {
    if (!this.found) {
      const starts = [0];
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
      if (starts.at(-1) !== this.text.length) starts.push(this.text.length + 1);
      this.found = Int32Array.from(starts);
    }
    return this.found;
  }

  get count() {
    return this.starts.length - 1;
  }

  get widest() {
    let most = 0;
    for (let k = 0; k < this.count; k++) most = Math.max(most, this.starts[k + 1] - this.starts[k] - 1);
    return most;
  }

  line(number) {
    if (number < 1 || number > this.count) return '';
    return this.text.slice(this.starts[number - 1], this.starts[number] - 1).replace(/\r$/, '');
  }

  // The line that contains a character.
  lineAt(character) {
    return lastUpTo(this.count, (k) => this.starts[k] <= character) + 1;
  }

  // The first line after `line` that contains a text, in any case of letters, or 0.
  next(needle, line) {
    if (line >= this.count) return 0;
    const pattern = new RegExp(needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
    pattern.lastIndex = this.starts[line];
    const found = pattern.exec(this.text);
    return found ? this.lineAt(found.index) : 0;
  }
}
