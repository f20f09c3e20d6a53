// Use by keyboard, the selection in the address, both themes and window sizes, harmless names, size.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { close, open, writePage, writeProfile } from './browser.mjs';
import { empty, evil, evilNames, ofPaths, ofRanks } from './profiles.mjs';

const views = ['overview', 'timeline', 'flame', 'table', 'ranks', 'communication', 'assembly', 'compare', 'io', 'modules'];
/** Each view, and each of the pictures that it can show. */
const pictures = [...views, 'flame&show=flame', 'flame&show=sandwich', 'table&show=tree', 'table&show=threads', 'table&show=top', 'table&show=events', 'ranks&show=states', 'ranks&show=radial', 'ranks&show=concurrency', 'ranks&show=regions', 'ranks&show=heat', 'ranks&show=histogram', 'communication&show=network.ring', 'communication&show=summary', 'communication&show=queue', 'assembly&show=changes', 'assembly&show=costs', 'overview&drawer=details', 'overview&drawer=events', 'overview&drawer=source', 'table&view2=flame&view3=ranks&view4=communication'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let ranks;

before(() => {
  ranks = writePage(writeProfile('ranks', ofRanks()));
});
after(close);

test('the keys 1 to 9 open the views, and Back undoes', async () => {
  const view = await open(ranks);
  for (const [index, id] of views.slice(0, 9).entries()) {
    await view.tab.keyboard.press(String(index + 1));
    await view.ready(id);
  }
  await view.tab.goBack();
  await view.ready('compare');
  await view.check();
});

test('a selection made in one view holds in the others and in the address', async () => {
  const view = await open(ranks, 'view=table');
  await view.tab.focus('[aria-label="Timers"]');
  await view.tab.keyboard.press('ArrowDown');
  await view.tab.keyboard.press('Enter');
  const selected = await view.tab.textContent('.details-name');
  assert.equal(selected, 'MPI_Send point-to-point');
  assert.match(view.tab.url(), /timer=2/);
  await view.tab.keyboard.press('5');
  await view.ready('ranks');
  assert.match(await view.tab.textContent('.ranks h2'), /^MPI_Send: self/);
  const link = view.tab.url().split('#')[1];
  await view.check();
  const again = await open(ranks, link);
  assert.match(await again.tab.textContent('.ranks h2'), /^MPI_Send: self/);
  await again.tab.keyboard.press('Escape');
  await again.tab.waitForSelector('.details', { state: 'detached' });
  await again.check();
});

test('the flame graph is walked with arrows, Enter and Backspace', async () => {
  const view = await open(ranks, 'view=flame');
  await view.tab.focus('.flame-box[tabindex="0"]');
  await view.tab.keyboard.press('ArrowDown');
  assert.match(await view.tab.textContent('.flame-status'), /^heat::solve demo::Heat: total 2\.40 s \(60\.0 %\)/);
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForFunction(() => location.hash.includes('path=1'));
  assert.equal(await view.tab.locator('.flame-box').count(), 1);
  await view.tab.keyboard.press('Backspace');
  await view.tab.waitForFunction(() => document.querySelectorAll('.flame-box').length === 3);
  await view.check();
});

test('the search finds call paths that are too narrow to be seen', async () => {
  const page = writePage(writeProfile('paths', ofPaths(1000)));
  const view = await open(page, 'view=flame');
  assert.ok((await view.tab.locator('.flame-hidden').count()) > 0);
  await view.tab.keyboard.press('/');
  await view.tab.keyboard.type('method999');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForFunction(() => document.querySelector('[role=status]').textContent.startsWith('1 call path with "method999"'));
  await view.tab.keyboard.press('4');
  await view.ready('table');
  const rows = await view.rows('Timers');
  assert.deepEqual(rows.map((row) => row.name), ['component0::method999']);
  await view.check();
});

test('tables sort by any column, and again the other way round', async () => {
  const view = await open(ranks, 'view=table');
  await view.tab.click('[data-sort="calls"]');
  await view.tab.waitForSelector('th[aria-sort="descending"] [data-sort="calls"]');
  assert.deepEqual((await view.rows('Timers')).map((row) => row.calls), ['120', '48', '4']);
  await view.tab.click('[data-sort="calls"]');
  await view.tab.waitForSelector('th[aria-sort="ascending"] [data-sort="calls"]');
  assert.deepEqual((await view.rows('Timers')).map((row) => row.calls), ['4', '48', '120']);
  await view.check();
});

test('a tree row closes and opens with the arrow keys', async () => {
  const view = await open(ranks, 'view=table&show=tree');
  await view.tab.focus('[aria-label="Call paths"]');
  await view.tab.keyboard.press('ArrowLeft');
  await view.tab.waitForSelector('tr[aria-expanded="false"]');
  assert.equal((await view.rows('Call paths')).length, 1);
  await view.tab.keyboard.press('ArrowRight');
  await view.tab.waitForSelector('tr[aria-expanded="true"]');
  assert.equal((await view.rows('Call paths')).length, 3);
  await view.check();
});

test('a pair of ranks chosen in the table is marked in the matrix', async () => {
  const view = await open(ranks, 'view=communication');
  await view.tab.focus('[aria-label="Messages between ranks"]');
  await view.tab.keyboard.press('End');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForSelector('td.cell-selected');
  assert.equal(await view.tab.getAttribute('td.cell-selected', 'data-pair'), '0-2');
  await view.check();
});

test('of 20,000 call paths only those in sight are in the document', async () => {
  const view = await open(writePage(writeProfile('many', ofPaths(20_000))), 'view=table&show=tree');
  assert.equal(await view.tab.locator('[aria-label="Call paths"]').getAttribute('aria-rowcount'), '20001');
  assert.ok((await view.rows('Call paths')).length < 100);
  await view.tab.focus('[aria-label="Call paths"]');
  await view.tab.keyboard.press('End');
  await view.tab.waitForSelector('tr[aria-rowindex="20001"]');
  assert.ok((await view.rows('Call paths')).length < 100);
  await view.tab.keyboard.press('3');
  await view.ready('flame');
  assert.ok((await view.tab.locator('.flame-box').count()) < 5000);
  await view.check();
});

test('m changes the metric, t the theme, and ? shows the keys', async () => {
  const view = await open(ranks);
  await view.tab.keyboard.press('m');
  await view.tab.waitForSelector('[data-fact="cpu measured"]');
  await view.tab.keyboard.press('t');
  await view.tab.waitForSelector('html[data-theme="dark"]');
  await view.tab.keyboard.press('?');
  await view.tab.waitForSelector('dialog[open]');
  assert.match(await view.tab.textContent('dialog'), /Communication.*rows are senders, columns are receivers/is);
  await view.tab.keyboard.press('Escape');
  await view.tab.waitForSelector('dialog', { state: 'detached' });
  await view.check();
});

test('axe finds nothing serious in any view, light and dark, large and small', async () => {
  for (const [theme, width, height] of [['light', 1280, 800], ['dark', 800, 600]]) {
    for (const id of pictures) {
      const view = await open(ranks, `view=${id}&timer=1`, { theme, width, height });
      await view.tab.evaluate(axe);
      const found = await view.tab.evaluate(async () => (await window.axe.run()).violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`.slice(0, 400)));
      assert.deepEqual(found, [], `${id} ${theme}`);
      const overflow = await view.tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${id} at ${width} pixels is ${overflow} pixels too wide`);
      await view.check();
    }
  }
});

test('names that look like HTML or script are shown and do nothing', async () => {
  const page = writePage(writeProfile('evil', evil()));
  for (const id of pictures) {
    const view = await open(page, `view=${id}&search=%3Cimg&timer=0`);
    assert.equal(await view.tab.evaluate(() => document.documentElement.dataset.harmed), undefined, id);
    assert.equal(await view.tab.locator('img, #app script').count(), 0, id);
    await view.check();
  }
  const view = await open(page, 'view=table');
  const names = (await view.rows('Timers')).map((row) => row.class);
  assert.deepEqual([...names].sort(), [...evilNames].sort());
  await view.check();
});

test('an empty run and a damaged fragment are no reason to fail', async () => {
  const page = writePage(writeProfile('empty', empty()));
  for (const id of pictures) {
    const view = await open(page, `view=${id}`);
    await view.check();
  }
  const view = await open(ranks, 'view=nothing&run=9&timer=999&path=77777&window=9:1&metric=none&threads=x.y&sort=--&view2=none&show3=x&split=1:99&drawer=no&at=z&regions=7.x.999&formula=%28%28&%E0%A4%A');
  assert.match(await view.tab.textContent('main'), /Where did the time/);
  await view.check();
});

test('the committed page is the one that source/ gives', () => {
  const output = execFileSync(process.execPath, ['build.mjs', '--check'], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  assert.match(output, /is what source\/ gives/);
});

test('the page without data has at most 150 KB gzipped, with 1000 call paths at most 1 MB', () => {
  assert.ok(gzipSync(readFileSync(new URL('../bundle/page.html', import.meta.url))).length <= 150 * 1024);
  const size = statSync(writePage(writeProfile('large', ofPaths(1000)))).size;
  assert.ok(size <= 1_000_000, `${size} bytes`);
});
