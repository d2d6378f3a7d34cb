// Opens reports in a real browser, uses them as people do, and keeps pictures of them.
//
//   node report.mjs FOLDER REPORT...      pictures go to FOLDER
//
// Fails on errors of the page, requests to a network, links that do not lead back, missing names of controls, and text
// with too little contrast.

import { chromium } from 'playwright-core';
import assert from 'node:assert/strict';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...reports] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
    '--disable-sync'],
});

// The contrast of text with what is behind it, by WCAG 2.
function contrasts() {
  const parts = (color) => color.match(/[\d.]+/g).map(Number);
  const light = (color) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = parts(color).map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      const [, , , alpha = 1] = parts(color);
      if (alpha === 1) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const out = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!own || !e.checkVisibility() || e.closest('svg, script, noscript, .unseen')) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) out.push(`${e.tagName}.${e.className} "${e.textContent.slice(0, 30)}" ${contrast.toFixed(2)}`);
  }
  return out;
}

// Buttons, fields and regions without a name for screen readers.
function nameless() {
  const attributes = ['aria-label', 'aria-labelledby'];
  const named = (e) => attributes.some((a) => e.getAttribute(a)) || e.labels?.length || e.textContent.trim();
  const all = [...document.querySelectorAll('button, input, select, a, [role=listbox], [role=region]')];
  return all.filter((e) => !named(e))
    .map((e) => e.outerHTML.slice(0, 80));
}

// Texts are found on both sides, from the chosen line on, through all files, and again from the beginning.
async function search(page) {
  const [file, line, words] = await page.evaluate(() => {
    const last = sides.left.findLastIndex((s) => s.count);
    const side = sides.left[last];
    let number = side.count;
    while (number > 1 && side.line(number).trim().length < 6) number -= 1;
    openLine(0, 1);
    return [last, number, side.line(number).trim().toUpperCase()];
  });
  const next = async (where, needle) => {
    await page.selectOption('#where', where);
    await page.fill('#needle', needle);
    await page.keyboard.press('Enter');
    return page.evaluate(() => [at.file, at.line, at.derivative]);
  };
  const inLine = ([f, l, n]) => sides.left[f].line(l).toUpperCase().includes(n);
  const start = Date.now();
  for (let k = 0, found = []; k < 500 && `${found}` !== `${[file, line]}`; k++) {
    found = (await next('left', words)).slice(0, 2);
    assert.ok(await page.evaluate(inLine, [...found, words]), `${words} is not on ${found}`);
    if (k > 20) break;
  }
  await next('left', 'zzz no such text');
  assert.match(await page.textContent('#found'), /not there/);
  const took = Date.now() - start;
  assert.ok(took < 6000, `a search takes ${took} ms`);
  if (await page.evaluate(() => right.count)) {
    const [, , made] = await next('right', 'subroutine ');
    assert.match(await page.evaluate((n) => sides.right.line(n), made), /subroutine /i);
    assert.equal((await next('right', '7'))[2], 7);
  }
  await next('left', '3');
}

// Documents that are higher than what a browser can show move as others do.
async function scroll(page) {
  await page.evaluate(() => { Lines.highest = 5000; openFile(at.file); openLine(at.file, 1); });
  const visible = () => page.evaluate(() => [...document.querySelectorAll('#left .row')]
    .filter((r) => r.offsetTop + 20 > left.host.scrollTop && r.offsetTop < left.host.scrollTop + left.host.clientHeight)
    .map((r) => Number(r.dataset.line)));
  const count = await page.evaluate(() => left.count);
  await page.focus('#left');
  await page.keyboard.press('End');
  await page.waitForTimeout(50);
  assert.ok((await visible()).includes(count), 'the last line is out of sight');
  await page.keyboard.press('Home');
  await page.waitForTimeout(50);
  assert.equal((await visible())[0], 1);
  if (count > 300) {
    await page.hover('#left');
    await page.mouse.wheel(0, 100);
    await page.waitForTimeout(400);
    assert.equal((await visible())[0], 6, 'five lines down');
    await page.mouse.wheel(0, -100);
    await page.waitForTimeout(400);
    assert.equal((await visible())[0], 1, 'and up');
    for (let k = 0; k < count / 5 + 100 && k < 150; k++) await page.mouse.wheel(0, 100);
    await page.waitForTimeout(400);
    assert.ok((await visible())[0] > Math.min(count - 100, 300), 'the wheel ends too early');
    await page.evaluate(() => { left.host.scrollTop = left.host.scrollHeight; });
    await page.waitForTimeout(400);
    assert.ok((await visible()).includes(count), 'the end of the bar is not the end');
  }
  await page.evaluate(() => { Lines.highest = 8_000_000; openFile(at.file); });
}

async function test(path) {
  const name = basename(path, '.html');
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const wrong = [];
  page.on('pageerror', (e) => wrong.push(`${e}`));
  page.on('console', (m) => m.type() === 'error' && wrong.push(m.text()));
  page.on('request', (r) => /^(file|data):/.test(r.url()) || wrong.push(`request of ${r.url()}`));
  const picture = (what) => page.screenshot({ path: `${folder}/${name}-${what}.png` });
  const begin = Date.now();
  await page.goto(pathToFileURL(resolve(path)).href);
  await page.waitForSelector('#procedures tbody tr');
  const opened = Date.now() - begin;
  await picture('overview');
  const box = await page.evaluate(() => document.getElementById('figures').getBoundingClientRect().height);
  assert.ok(box < 450, `the figures take ${box} pixels`);
  assert.deepEqual(await page.evaluate(contrasts), [], 'contrast of the overview');

  // the keyboard alone: the tabs, then the source
  await page.focus('#tab-overview');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getAttribute('#tab-source', 'aria-selected'), 'true');
  await page.waitForSelector('#left .row');
  const records = await page.evaluate(() => data.rows.length);
  const start = Date.now();
  if (records) {
    await page.evaluate(() => { const r = data.rows.find((row) => row[7] && !row[8]); if (r) openLine(r[0], r[1]); });
  } else {
    await page.evaluate(() => {
      const p = data.procedures.find((q) => q.head) || data.procedures[0];
      openLine(p.file, p.line);
    });
  }
  const shown = Date.now() - start;
  await picture('source');
  assert.deepEqual(await page.evaluate(contrasts), [], 'contrast of the source');
  if (records) assert.match(await page.textContent('#details'), /needed|bytes|bit/);

  // from a line to the derivative and back
  const linked = await page.evaluate(() => (data.derivative ? data.derivative.origins.slice(0, 2000) : []));
  for (const [made, file, line] of linked.filter((o, k) => k % 97 === 0)) {
    const back = await page.evaluate(([d]) => { openDerivative(d); return [at.file, at.line]; }, [made]);
    assert.deepEqual(back, [file, line]);
    const there = ([f, l, d]) => { openLine(f, l); return right.partners.has(d); };
    assert.ok(await page.evaluate(there, [file, line, made]));
  }
  await page.focus('#left');
  const before = await page.evaluate(() => at.line);
  await page.keyboard.press('ArrowDown');
  const active = await page.evaluate(() => {
    const id = document.getElementById('left').getAttribute('aria-activedescendant');
    return document.getElementById(id)?.dataset.line;
  });
  assert.equal(Number(active), Math.min(before + 1, await page.evaluate(() => left.count)));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'right');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  assert.ok(await page.evaluate(() => document.querySelectorAll('.row').length) < 400, 'too many rows in the page');

  await search(page);
  await scroll(page);

  await page.click('#tab-messages');
  await picture('messages');
  assert.deepEqual(await page.evaluate(contrasts), [], 'contrast of the messages');
  if (await page.isVisible('#tab-changes')) {
    await page.click('#tab-changes');
    await picture('changes');
    assert.deepEqual(await page.evaluate(contrasts), [], 'contrast of the differences');
  }
  assert.deepEqual(await page.evaluate(nameless), [], 'without a name');

  await page.emulateMedia({ colorScheme: 'dark' });
  for (const tab of ['overview', 'source']) {
    await page.click(`#tab-${tab}`);
    await page.waitForTimeout(200);
    await picture(`${tab}-dark`);
    assert.deepEqual(await page.evaluate(contrasts), [], `contrast of the dark ${tab}`);
  }
  await page.setViewportSize({ width: 700, height: 900 });
  await picture('narrow');
  assert.deepEqual(wrong, []);
  const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize / 1e6);
  console.log(`${name}: opened in ${opened} ms, a line shown in ${shown} ms, ${Math.round(heap)} MB of memory`);
  await page.close();
}

try {
  for (const report of reports) await test(report);
} finally {
  await browser.close();
}
