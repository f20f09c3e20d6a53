// An archive of a million names: every view is there, its numbers are those of `gantry query`, and what takes long is said.

import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, folder, launch, open, query, run, serve, writeProfile } from './browser.mjs';
import { ofRanks } from './profiles.mjs';

const count = 1_000_000;
// Of a machine that does other things too.
const patience = 300_000;
let archive;
let server;

/** Call stacks with a name of its own each, as a sampling tool writes them. */
function manyNames() {
  const stacks = join(folder, 'million.folded');
  const file = openSync(stacks, 'w');
  for (let first = 0; first < count; first += 10_000) {
    writeSync(file, Array.from({ length: 10_000 }, (_, place) => first + place).map((name) => `main;part ${name % 1000}::method ${name} ${1000 + ((name * 7919) % 100_003)}\n`).join(''));
  }
  closeSync(file);
  archive = join(folder, 'million.gantry');
  run('import', '--from', 'folded', stacks, '--output', archive);
}

before(async () => {
  manyNames();
  server = await serve(archive);
});
after(async () => {
  assert.equal(await server.end(), 0);
  await close();
});

/** Notes every text that is shown until there is a page. */
function noteProgress(tab) {
  return tab.addInitScript(() => {
    window.progressTexts = new Set();
    new MutationObserver(() => {
      const text = document.querySelector('.loading p')?.textContent;
      if (text) {
        window.progressTexts.add(text);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

test('a million names are shown with the numbers of gantry query, in every view', async () => {
  const view = await open(server.link, 'view=table', { patience, prepare: noteProgress });
  const texts = await view.tab.evaluate(() => [...window.progressTexts]);
  assert.ok(texts.some((text) => /^Receiving the data of the run: \d+ MB of \d+ MB$/.test(text)), texts.join('; '));
  const [[timers, whole]] = query(archive, 'SELECT count(*), sum(exclusive) FROM flat');
  assert.equal(Number(await view.tab.getAttribute('[aria-label="Timers"]', 'aria-rowcount')), timers + 1);
  const largest = query(archive, 'SELECT exclusive FROM flat ORDER BY exclusive DESC LIMIT 10').map(([value]) => value);
  assert.deepEqual((await view.rows('Timers')).slice(0, 10).map((row) => Number(row.exclusive)), largest);
  const name = 'method 999999';
  await view.tab.fill('[aria-label="Search"]', name);
  await view.tab.waitForFunction(() => document.querySelector('[aria-label="Timers"]').getAttribute('aria-rowcount') === '2');
  assert.deepEqual((await view.rows('Timers')).map((row) => Number(row.exclusive)), query(archive, `SELECT exclusive FROM flat WHERE name LIKE '%::${name}'`)[0]);
  await view.tab.fill('[aria-label="Search"]', '');
  await view.tab.keyboard.press('Escape');
  const ids = ['overview', 'timeline', 'flame', 'table', 'ranks', 'communication', 'assembly', 'compare'];
  for (const [place, id] of ids.entries()) {
    await view.tab.keyboard.press(String(place + 1));
    await view.ready(id);
  }
  await view.tab.keyboard.press('1');
  await view.ready('overview');
  const bars = await view.values('[aria-label="Timers by self value"] [data-value]');
  assert.deepEqual(bars.slice(0, largest.length), largest.slice(0, bars.length));
  assert.equal(bars.reduce((sum, value) => sum + value, 0), whole);
  await view.check();
});

test('a page says that the server still prepares its data, and shows them when they are there', async () => {
  const own = await serve(writeProfile('soon', ofRanks()));
  let asked = 0;
  const view = await open(own.link, 'view=table', {
    prepare: async (tab) => {
      await noteProgress(tab);
      await tab.route('**/api/meta', async (route) => {
        asked += 1;
        const reply = await route.fetch();
        await route.fulfill({ response: reply, json: { ...(await reply.json()), prepared: asked > 8 } });
      });
    },
  });
  const texts = await view.tab.evaluate(() => [...window.progressTexts]);
  assert.ok(texts.some((text) => /^The server prepares the data of the run: \d+ s$/.test(text)), texts.join('; '));
  assert.equal(asked, 9);
  assert.equal((await view.rows('Timers')).length, 3);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('a connection that is lost while the data come is said', async () => {
  const own = await serve(writeProfile('lost', ofRanks()));
  const context = await (await launch()).newContext();
  const tab = await context.newPage();
  await tab.route('**/api/page', (route) => route.abort());
  await tab.goto(own.link);
  await tab.waitForSelector('html[data-ready="failed"]');
  assert.match(await tab.innerText('#app'), /The server does not reply/);
  await context.close();
  assert.equal(await own.end(), 0);
});
