// Compare shows the numbers of gantry compare: of two runs, of sets of runs, and over numbers of ranks.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accessible, choose, close, folder, near, open, run, serve, tabTo, writeProfile } from './browser.mjs';
import { ofRanks } from './profiles.mjs';

const runsInSet = 8;

/** Runs in a folder: each a little different, and solve `slower` times as long. */
function setOf(name, slower) {
  mkdirSync(join(folder, name));
  for (let place = 0; place < runsInSet; place += 1) {
    const profile = ofRanks();
    const noise = 1 + 0.004 * (((place * 5) % runsInSet) - 3.5) / 3.5;
    profile.created = `2026-01-31T12:${String(2 * place + (slower > 1 ? 1 : 0)).padStart(2, '0')}:00Z`;
    profile.context = [{ key: 'blocking', value: slower > 1 ? 'off' : 'on' }];
    for (const thread of profile.threads) {
      for (const node of thread.nodes) {
        node.inclusive = node.inclusive.map((value) => Math.round(value * noise));
      }
      const more = Math.round(thread.nodes[1].inclusive[0] * (slower - 1));
      thread.nodes[0].inclusive[0] += more;
      thread.nodes[1].inclusive[0] += more;
    }
    delete profile.partial;
    delete profile.ranks;
    writeFileSync(join(folder, name, `${name}-${place}.gantry.json`), JSON.stringify(profile));
  }
  return join(folder, name);
}

/** The same work on so many ranks, with a part that does not become shorter. */
function onRanks(count) {
  const profile = ofRanks();
  const [thread] = profile.threads;
  profile.timeNs = Math.round(4e9 / count + 2e8);
  profile.threads = Array.from({ length: count }, (_, id) => {
    const nodes = structuredClone(thread.nodes);
    nodes[1].inclusive[0] = Math.round(3.2e9 / count);
    nodes[2].inclusive[0] = 200_000_000;
    nodes[0].inclusive[0] = nodes[1].inclusive[0] + nodes[2].inclusive[0] + Math.round(8e8 / count);
    return { ...thread, id, name: `rank ${id}`, nodes };
  });
  profile.ranks = { size: count, timers: [] };
  delete profile.partial;
  return writeProfile(`n${count}`, profile);
}

const compareJson = (...words) => JSON.parse(run('compare', '--json', ...words));
let earlier;
let later;

before(() => {
  earlier = setOf('earlier', 1);
  later = setOf('later', 1.2);
});
after(close);

/** The rows of the page have the values of the rows of gantry compare, whatever the order. */
function sameRows(rows, expected) {
  const sort = (list) => list.map((row) => row.map(String).join(' | ')).sort();
  assert.deepEqual(
    sort(rows.map((row) => [row.name, row.before, row.after, row.difference, row.change, row.verdict, row.p, row.callsBefore, row.callsAfter, row.contribution])),
    sort(expected.map((row) => [row.name, row.before, row.after, row.difference, row.relative === null ? '' : 100 * row.relative, row.verdict, row.p ?? '', row.callsBefore, row.callsAfter, row.contribution])),
  );
}

test('two folders are two sets, with the verdicts, intervals and causes of gantry compare', async () => {
  const own = await serve(earlier, later);
  const view = await open(own.link, 'view=compare');
  const rows = await view.rows('Differences');
  const expected = compareJson(earlier, later);
  sameRows(rows, expected.rows);
  assert.deepEqual([rows[0].name, rows[0].verdict], ['heat::solve', 'more']);
  assert.ok(rows.slice(1).every((row) => row.name === 'main' || row.verdict !== 'more'), JSON.stringify(rows));
  const whole = await view.rows('Whole run');
  assert.deepEqual(whole.map((row) => [Number(row.before), Number(row.after), row.verdict]), [expected.elapsed, expected.measured].map((value) => [value.before, value.after, value.verdict]));
  const facts = await view.rows('Facts that differ');
  assert.deepEqual(facts, expected.facts.map(({ fact, before, after }) => ({ fact, before, after })));
  assert.match(await view.tab.innerText('.compare'), /slower/);
  assert.equal(await view.tab.getAttribute('.difference-bars li', 'data-verdict'), 'more');
  assert.equal(await view.tab.locator('.difference-bars li:first-child .difference-interval').count(), 1);
  await accessible(view);
  await choose(view, 'flame');
  await view.tab.waitForSelector('.flame-box[data-before]');
  const total = compareJson('--total', earlier, later).rows;
  const boxes = await view.tab.$$eval('.flame-box[data-before]', (all) => all.map((one) => `${one.dataset.before} ${one.dataset.after} ${one.dataset.verdict}`));
  assert.deepEqual(boxes.sort(), total.filter((row) => row.before > 0).map((row) => `${row.before} ${row.after} ${row.verdict}`).sort());
  await accessible(view);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('runs are put into sets by keyboard, and the address keeps them', async () => {
  const files = [0, 1].flatMap((place) => [join(earlier, `earlier-${place}.gantry.json`), join(later, `later-${place}.gantry.json`)]);
  const own = await serve(...files);
  const view = await open(own.link, 'view=compare', { width: 800, height: 600 });
  await tabTo(view, 'details.compare-sets > summary');
  await view.tab.keyboard.press('Enter');
  for (const [name, side] of [['earlier-1', 'before'], ['later-0', 'after']]) {
    await view.tab.focus(`[aria-label="Set of ${name}.gantry.json"]`);
    await view.tab.selectOption(`[aria-label="Set of ${name}.gantry.json"]`, side);
  }
  await view.tab.waitForFunction(() => location.hash.includes('before=0.2&after=1.3'));
  await view.tab.waitForFunction(() => document.querySelector('details.compare-sets > summary').textContent.startsWith('Before: 2 runs'));
  const expected = compareJson('--baseline', files[0], files[2], '--candidate', files[1], files[3]);
  await view.tab.waitForFunction((wanted) => [...document.querySelectorAll('[aria-label="Differences"] td[data-key="before"]')].some((cell) => Number(cell.dataset.value) === wanted), expected.rows.find((row) => row.name === 'heat::solve').before);
  sameRows(await view.rows('Differences'), expected.rows);
  assert.match(await view.tab.innerText('.compare'), /runs in each set are needed/);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('two runs are compared as gantry compare does, which calls nothing a change', async () => {
  const [first, second] = [join(earlier, 'earlier-0.gantry.json'), join(later, 'later-0.gantry.json')];
  const own = await serve(first, second);
  const view = await open(own.link, 'view=compare');
  const rows = await view.rows('Differences');
  const expected = compareJson(first, second);
  sameRows(rows, expected.rows);
  assert.ok(rows.every((row) => row.verdict !== 'more' && row.verdict !== 'less'));
  for (const warning of expected.warnings) {
    assert.ok((await view.tab.innerText('.compare')).includes(warning), warning);
  }
  // Choosing the later one as the earlier turns them round.
  await view.tab.selectOption('[aria-label="Run before"]', '1');
  await view.tab.waitForFunction(() => document.querySelector('[aria-label="Run after"]').value === '0');
  const turned = compareJson(second, first);
  await view.tab.waitForFunction((wanted) => Number(document.querySelector('[aria-label="Whole run"] tr:nth-child(2) td[data-key="before"]').dataset.value) === wanted, turned.measured.before);
  sameRows(await view.rows('Differences'), turned.rows);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('scaling over numbers of ranks is that of gantry compare --scaling', async () => {
  const files = [1, 2, 4, 8].map(onRanks);
  const own = await serve(...files);
  const view = await open(own.link, 'view=compare');
  await choose(view, 'scaling');
  for (const kind of ['strong', 'weak']) {
    await choose(view, kind);
    await view.tab.waitForFunction((wanted) => document.querySelector('.scaling-view [role=status]')?.textContent.includes(`--scaling ${wanted}`), kind);
    const expected = JSON.parse(run('compare', '--json', '--scaling', kind, ...files));
    await view.tab.waitForFunction((ideal) => Number(document.querySelector('[aria-label="Scaling"] tr:nth-child(4) td[data-key="ideal"]')?.dataset.value) === ideal, expected.points[3].ideal);
    const points = await view.rows('Scaling');
    assert.deepEqual(points.map((row) => Number(row.ranks)), [1, 2, 4, 8]);
    points.forEach((row, place) => {
      for (const key of ['speedup', 'ideal', 'elapsed', 'cost']) {
        near(Number(row[key]), expected.points[place][key]);
      }
      near(Number(row.efficiency), 100 * expected.points[place].efficiency);
    });
    const regions = await view.rows('Loss by region');
    assert.deepEqual(regions.map((row) => row.name), expected.regions.map(({ name }) => name));
    regions.forEach((row, place) => near(Number(row.loss8), 100 * expected.regions[place].loss[3]));
  }
  await accessible(view);
  await view.check();
  assert.equal(await own.end(), 0);
});
