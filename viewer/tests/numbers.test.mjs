// Every number in the page is the one that `gantry report` and `gantry query` print.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, folder, open, query, report, run, writePage, writeProfile } from './browser.mjs';
import { ofPaths, ofRanks } from './profiles.mjs';

const examples = process.env.GANTRY_EXAMPLES;
let ranks;
let paths;
let tutorial;
let tuned;

before(() => {
  ranks = writeProfile('ranks', ofRanks());
  paths = writeProfile('paths', ofPaths(300));
  if (examples) {
    tutorial = join(folder, 'tutorial.gantry');
    run('run', '--archive', tutorial, join(examples, 'integrators/tutorial.rc'));
    const archive = join(folder, 'tuned.gantry');
    try {
      run('run', '--archive', archive, join(examples, 'self_tuning_pde/short.rc'));
      tuned = archive;
    } catch (error) {
      // Without UMFPACK there is no such component.
      if (!String(error.stderr).includes('no component class')) {
        throw error;
      }
    }
  }
});
after(close);

function sorted(values) {
  return [...values].sort((a, b) => a - b);
}

async function checkTables(file) {
  const page = writePage(file);
  for (const metric of ['wall', 'cpu']) {
    const flat = report(file, 'flat', '--metric', metric);
    const view = await open(page, `view=table&metric=${metric}`, { height: 3000 });
    const shown = await view.rows('Timers');
    const key = (row) => `${row.inclusive ?? row[`${metric}.inclusive`]} ${row.exclusive ?? row[`${metric}.exclusive`]} ${row.calls} ${row.childCalls}`;
    assert.equal(await view.tab.locator('[aria-label="Timers"]').getAttribute('aria-rowcount'), String(flat.length + 1));
    const expected = new Set(flat.map(key));
    assert.ok(shown.length > 0);
    for (const row of shown) {
      assert.ok(expected.has(key(row)), `timer ${JSON.stringify(row)}`);
    }
    assert.deepEqual(shown.map((row) => Number(row.exclusive)), flat.map((row) => row[`${metric}.exclusive`]).slice(0, shown.length));
    await view.check();
  }
}

test('the flat table has the rows of gantry report, for each metric', async () => {
  await checkTables(ranks);
  await checkTables(paths);
});

test('the tree has the call paths of gantry report, in the same order', async () => {
  const tree = report(paths, 'tree');
  const view = await open(writePage(paths), 'view=table&show=tree', { height: 3000 });
  const shown = await view.rows('Call paths');
  assert.ok(shown.length > 100);
  assert.deepEqual(
    shown.map((row) => [row.inclusive, row.exclusive, row.calls, row.threads].map(Number)),
    tree.slice(0, shown.length).map((row) => [row['wall.inclusive'], row['wall.exclusive'], row.calls, row.threads]),
  );
  await view.check();
});

test('the boxes of the flame graph are call paths with their total values', async () => {
  const tree = report(ranks, 'tree');
  const view = await open(writePage(ranks), 'view=flame');
  assert.deepEqual(sorted(await view.values('.flame-box[data-path]')), sorted(tree.map((row) => row['wall.inclusive'])));
  await view.check();
});

test('the overview has the totals, and the timers by self value', async () => {
  const flat = report(ranks, 'flat');
  const threads = report(ranks, 'threads');
  const view = await open(writePage(ranks));
  assert.deepEqual(await view.values('[aria-label="Timers by self value"] .bar-value'), flat.map((row) => row['wall.exclusive']));
  assert.deepEqual(await view.values('[data-fact="wall measured"]'), [threads.reduce((sum, row) => sum + row['wall.measured'], 0)]);
  assert.deepEqual(await view.values('[data-fact="calls"]'), [flat.reduce((sum, row) => sum + row.calls, 0)]);
  const groups = report(ranks, 'groups');
  assert.deepEqual(await view.values('[aria-label="Groups by self value"] .bar-value'), groups.map((row) => row['wall.exclusive']));
  assert.match(await view.tab.textContent('.notes'), /Incomplete: rank 2: the program was killed/);
  await view.check();
});

test('the ranks show each thread, and the figures over the ranks', async () => {
  const rows = report(ranks, 'ranks');
  const view = await open(writePage(ranks), 'view=ranks&timer=1');
  assert.deepEqual(await view.values('.ranks .bar-value'), [900e6, 600e6, 500e6, 400e6]);
  assert.deepEqual(await view.values('[data-fact="mean"]'), [600e6]);
  assert.match(await view.tab.textContent('.ranks dl'), /imbalance \(max\/mean - 1\)50\.0 %/);
  const shown = await view.rows('Timers over ranks');
  assert.deepEqual(
    shown.map((row) => [row.component, row.method, Number(row.max), Number(row.maxRank), Number(row.min), Number(row.minRank)]),
    rows.map((row) => [row.component, row.method, row.max, row.maxRank, row.min, row.minRank]),
  );
  await view.check();
});

test('the matrix has the messages of gantry report', async () => {
  const messages = report(ranks, 'messages');
  assert.equal(messages.length, 5);
  for (const [show, column] of [['bytes', 'bytes'], ['messages', 'messages'], ['mean', 'mean']]) {
    const view = await open(writePage(ranks), `view=communication&show=${show}`);
    const cells = await view.tab.$$eval('.matrix td[data-pair]', (all) => all.map((cell) => [cell.dataset.pair, Number(cell.dataset.value)]));
    assert.equal(cells.length, 16);
    assert.deepEqual(
      Object.fromEntries(cells.filter(([, value]) => value > 0)),
      Object.fromEntries(messages.map((row) => [`${row.from}-${row.to}`, row[column]])),
    );
    await view.check();
  }
});

test('collective calls have a matrix of their own', async () => {
  const view = await open(writePage(ranks), 'view=communication');
  await view.tab.click('[data-choice="collectives"]');
  await view.tab.waitForSelector('td[data-pair="0-3"][data-value="56"]');
  assert.equal(await view.tab.locator('.matrix button').count(), 1);
  await view.check();
});

test('a run of components: connections, calls and changes are those of the archive', { skip: !examples }, async () => {
  const page = writePage(tutorial);
  const view = await open(page, 'view=assembly&show=all');
  const connections = query(tutorial, 'SELECT user, uses_port, provider FROM connection');
  const shown = await view.rows('Connections');
  for (const [user, port, provider] of connections) {
    assert.ok(shown.some((row) => row.from === user && row.to === provider && row.ports.includes(port)), `${user}.${port}`);
  }
  const evaluations = query(tutorial, "SELECT sum(calls) FROM tree WHERE name LIKE '%PiFunction0::evaluate%'")[0][0];
  const counted = shown.filter((row) => row.to === 'PiFunction0').reduce((sum, row) => sum + Number(row.calls), 0);
  assert.equal(counted, evaluations);
  const self = query(tutorial, "SELECT sum(exclusive) FROM flat WHERE group_name = 'Simpson0'")[0][0];
  assert.deepEqual(await view.values('[data-component="Simpson0"]'), [self]);
  await view.check();
  const changes = await open(page, 'view=changes&show=changes');
  assert.equal(await changes.tab.locator('[aria-label="Changes"]').getAttribute('aria-rowcount'), String(1 + query(tutorial, 'SELECT count(*) FROM change')[0][0]));
  await changes.check();
});

test('decisions and swaps are those of the archive, in the whole run and in a window of time', { skip: !examples }, async (context) => {
  if (!tuned) {
    context.skip('the example needs a solver that is not installed');
    return;
  }
  const page = writePage(tuned);
  const view = await open(page, 'view=changes', { height: 4000 });
  const decisions = report(tuned, 'decisions');
  assert.ok(decisions.length > 10);
  const shown = await view.rows('Decisions');
  assert.deepEqual(
    shown.map((row) => [Number(row.time), row.candidate, row.status, row.reason]),
    decisions.slice(0, shown.length).map((row) => [row.time, row.candidate, row.status, row.reason]),
  );
  const swaps = query(tuned, "SELECT user || '.' || uses_port, provider FROM change WHERE action = 'swap'");
  const lanes = await view.tab.$$eval('[data-lane]', (all) => Object.fromEntries(all.map((lane) => [lane.dataset.lane, lane.textContent])));
  for (const [port, provider] of swaps) {
    assert.match(lanes[port], new RegExp(`connected to ${provider} |changed \\d+ times`), port);
  }
  await view.tab.focus('.lanes');
  await view.tab.keyboard.press('+');
  await view.tab.waitForFunction(() => location.hash.includes('window='));
  const [from, to] = decodeURIComponent(view.tab.url()).match(/window=(-?\d+):(-?\d+)/).slice(1).map(Number);
  const inside = decisions.filter((row) => row.time >= from && row.time <= to).length;
  assert.equal(await view.tab.locator('[aria-label="Decisions"]').getAttribute('aria-rowcount'), String(inside + 1));
  await view.tab.keyboard.press('0');
  await view.tab.waitForFunction(() => !location.hash.includes('window='));
  await view.check();
});
