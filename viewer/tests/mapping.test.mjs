// Every picture that older tools had is somewhere in the viewer: a test walks there by keyboard and compares its numbers with
// those of `gantry`. The list is that of the mapping table in docs/decisions/0108.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ofMpi, ofTuner } from './archives.mjs';
import { choose, close, near, open, queried, query, report, run, serve, sumOf, tabTo, writePage, writeProfile } from './browser.mjs';
import { ofRanks } from './profiles.mjs';

let ring;
let page;
let tuned;
let tunedPage;
let ranks;

before(() => {
  ranks = writeProfile('ranks', ofRanks());
  ring = ofMpi('mpi/ring/ring.c', 'ring');
  page = ring && writePage(ring);
  tuned = ofTuner();
  tunedPage = tuned && writePage(tuned);
});
after(close);

/** A test on the ring of ranks; skipped without MPI. */
function onRing(title, work) {
  test(title, async (context) => {
    if (!ring) {
      context.skip('there is no MPI');
      return;
    }
    const view = await open(page, '', { height: 1600 });
    await work(view, context);
    await view.check();
  });
}

function onTuned(title, work) {
  test(title, async (context) => {
    if (!tuned) {
      context.skip('the example needs a solver that is not installed');
      return;
    }
    const view = await open(tunedPage, '', { height: 2000 });
    await work(view);
    await view.check();
  });
}

async function press(view, key, id) {
  await view.tab.keyboard.press(key);
  if (id) {
    await view.ready(id);
  }
}

/** The parts of stacked bars by label and key. */
async function parts(view, name) {
  await view.tab.waitForSelector(`[aria-label="${name}"] td[data-part]`);
  return view.tab.$$eval(`[aria-label="${name}"] tbody tr`, (rows) =>
    Object.fromEntries(rows.map((row) => [row.querySelector('th').textContent, Object.fromEntries([...row.querySelectorAll('td[data-part]')].map((cell) => [cell.dataset.part, Number(cell.dataset.value)]))])),
  );
}

const shares = (...words) => queried(ring, 'shares', '--columns', '1', ...words);
const rowNames = () => queried(ring, 'rows').map((row) => row.where);

onRing('task tree, global information: program, hosts, processes and threads with totals and first records', async (view) => {
  await press(view, '1', 'overview');
  await tabTo(view, '[aria-label="Program"]');
  const rows = await view.rows('Program');
  const threads = query(ring, "SELECT thread_id, host, rank, measured FROM by_thread WHERE metric = 'wall' ORDER BY thread_id");
  assert.equal(Number(rows[0].measured), sumOf(threads.map((row) => row[3])));
  assert.equal(rows[1].name, threads[0][1]);
  const processes = rows.filter((row) => row.name.startsWith('rank '));
  assert.deepEqual(processes.map((row) => Number(row.measured)).sort(), threads.map((row) => row[3]).sort());
  const firsts = queried(ring, 'rows').map((row) => row.firstNs);
  assert.deepEqual(processes.map((row) => Number(row.first)).sort(), firsts.sort());
  await view.tab.keyboard.press('ArrowLeft');
  await view.tab.waitForSelector('[aria-label="Program"] tr[aria-expanded="false"]');
  assert.equal((await view.rows('Program')).length, 1);
});

onTuned('task tree of an assembly: components with the line of the script that made them', async (view) => {
  await choose(view, 'components');
  const rows = (await view.rows('Components of the program')).slice(1);
  const made = query(tuned, "SELECT user, cause, time_ns FROM change WHERE action = 'create' ORDER BY id");
  assert.deepEqual(rows.map((row) => [row.name, row.cause, Number(row.first)]), made.slice(0, rows.length));
  assert.match(rows[0].cause, /short\.rc:\d+$/);
});

onRing('event history: the records with all their parameters', async (view) => {
  await press(view, 'e');
  await view.tab.waitForSelector('[data-drawer="events"] tr[data-row]');
  const calls = queried(ring, 'calls', '--limit', '5000');
  await tabTo(view, '[aria-label="Records: calls"]');
  const shown = await view.rows('Records: calls');
  assert.deepEqual(Object.keys(shown[0]), Object.keys(calls[0]));
  assert.deepEqual(shown.map((row) => [Number(row.startNs), Number(row.durationNs), row.name]), calls.slice(0, shown.length).map((call) => [call.startNs, call.durationNs, call.name]));
  await view.tab.keyboard.press('Escape');
  await view.tab.waitForSelector('.drawer', { state: 'detached' });
});

onRing('utilization summary, high-level analysis: states of each row', async (view) => {
  await press(view, '5', 'ranks');
  await choose(view, 'states');
  const shown = await parts(view, 'States by row');
  const tile = queried(ring, 'shares', '--columns', '2048');
  const names = rowNames();
  for (const [row, name] of names.entries()) {
    for (const state of ['busy', 'idle', 'overhead']) {
      assert.equal(shown[name][state], sumOf(tile.filter((cell) => cell.row === row).map((cell) => cell[state])), `${name} ${state}`);
    }
  }
});

onRing('utilization count and plot, message traffic: strips of the timeline', async (view) => {
  await press(view, '2', 'timeline');
  await view.tab.waitForSelector('[data-strip="bytes on their way"]');
  const strip = (name, key) => view.tab.$eval(`[data-strip="${name}"]`, (element, of) => Number(element.dataset[of]), key);
  const [mean] = queried(ring, 'utilisation', '--columns', '1');
  near(await strip('rows by state', 'mean'), mean.busy + mean.idle + mean.overhead, 1e-3);
  near(await strip('rows busy', 'mean'), mean.busy, 1e-3, 1e-4);
  const [traffic] = queried(ring, 'traffic', '--columns', '1');
  assert.equal(await strip('bytes on their way', 'most'), traffic.mostBytes);
});

onRing('utilization Kiviat: the busy share of each row as a distance', async (view) => {
  await press(view, '5', 'ranks');
  await choose(view, 'radial');
  await view.tab.waitForSelector('.radial-point');
  const shown = await view.tab.$$eval('.radial-point', (all) => all.map((one) => Number(one.dataset.value)));
  const { window } = JSON.parse(run('trace', '--query', 'shares', '--json', '--columns', '1', ring));
  shares().forEach((row, place) => near(shown[place], row.busy / (window.to - window.from), 1e-3, 1e-5));
});

onRing('concurrency profile: how long so many rows were in a state', async (view) => {
  await press(view, '5', 'ranks');
  await choose(view, 'concurrency');
  for (const state of ['busy', 'idle', 'overhead']) {
    if (state !== 'busy') {
      await choose(view, state);
    }
    await view.tab.waitForSelector(`[aria-label="Rows ${state} at once"]`);
    const shown = await view.values(`[aria-label="Rows ${state} at once"] .bar-value`);
    const times = queried(ring, 'concurrency', '--state', state).map((row) => row.timeNs);
    assert.deepEqual(shown, times.slice(0, shown.length));
    assert.equal(sumOf(times.slice(shown.length)), 0);
  }
});

onRing('communication network and animation: every layout has all messages', async (view) => {
  const messages = report(ring, 'messages');
  await press(view, '6', 'communication');
  await choose(view, 'network');
  for (const layout of ['ring', 'star', 'bus', 'mesh', 'hypercube', 'cube', 'auto']) {
    if (layout !== 'auto') {
      await choose(view, layout);
    }
    const shown = await view.tab.$$eval('.network g[data-pair]', (all) => all.map((one) => [one.dataset.pair, Number(one.dataset.messages), Number(one.dataset.bytes)]));
    assert.deepEqual(shown.sort(), messages.map((row) => [`${row.from}-${row.to}`, row.messages, row.bytes]).sort(), layout);
  }
});

onRing('communication summary: what each rank sent and received, and how long it waited', async (view) => {
  const messages = report(ring, 'messages');
  await press(view, '6', 'communication');
  await choose(view, 'summary');
  await view.tab.waitForSelector('[aria-label="Communication by rank"] td[data-key="idle"]');
  const rows = await view.rows('Communication by rank');
  const tile = queried(ring, 'shares', '--columns', '2048');
  assert.equal(rows.length, 4);
  for (const row of rows) {
    const of = (key, column) => sumOf(messages.filter((one) => Number(one[key]) === Number(row.rank)).map((one) => one[column]));
    assert.deepEqual([row.sent, row.sentBytes, row.received, row.receivedBytes].map(Number), [of('from', 'messages'), of('from', 'bytes'), of('to', 'messages'), of('to', 'bytes')]);
    assert.equal(Number(row.idle), sumOf(tile.filter((cell) => cell.row === Number(row.rank)).map((cell) => cell.idle)));
  }
});

onRing('communication matrix, data transfers: the messages of a window of the timeline', async (view) => {
  await press(view, '2', 'timeline');
  await tabTo(view, '.timeline-area');
  await view.tab.keyboard.press('+');
  await view.tab.waitForFunction(() => location.hash.includes('window='));
  const [from, to] = decodeURIComponent(view.tab.url()).match(/window=(-?\d+):(-?\d+)/).slice(1).map(Number);
  await press(view, '6', 'communication');
  await view.tab.waitForFunction(() => document.querySelector('.communication [role=status]')?.textContent.startsWith('Under way'));
  const cells = await view.tab.$$eval('.matrix td[data-pair]', (all) => all.map((cell) => [cell.dataset.pair, Number(cell.dataset.value)]).filter(([, value]) => value > 0));
  const messages = queried(ring, 'messages', '--limit', '5000').filter((one) => one.sentNs < to && one.sentNs + one.takes >= from);
  assert.ok(messages.length > 0);
  const expected = new Map();
  messages.forEach((one) => expected.set(`${one.from}-${one.to}`, (expected.get(`${one.from}-${one.to}`) ?? 0) + one.bytes));
  assert.deepEqual(new Map(cells), new Map([...expected].sort((a, b) => (a[0] < b[0] ? -1 : 1))));
});

onRing('message queue: what was sent to each rank and not yet received', async (view) => {
  await press(view, '6', 'communication');
  await choose(view, 'queue');
  await view.tab.waitForSelector('[aria-label="Queue of each receiver"] .bar-value');
  const shown = await view.tab.$$eval('[aria-label="Queue of each receiver"] li', (all) => Object.fromEntries(all.map((one) => [one.querySelector('.bar-label').textContent, Number(one.querySelector('.bar-value').dataset.value)])));
  for (let rank = 0; rank < 4; rank += 1) {
    const [traffic] = queried(ring, 'traffic', '--columns', '1', '--receiver', String(rank));
    assert.equal(shown[`rank ${rank}`], traffic.most, `rank ${rank}`);
  }
});

onRing('space-time: rows, states and messages', async (view) => {
  await press(view, '2', 'timeline');
  await choose(view, 'states');
  await view.tab.waitForSelector('[aria-label="Rows of the timeline"] tr[data-row]');
  const rows = await view.rows('Rows of the timeline');
  shares().forEach((row, place) => near(Number(rows[place].idle), row.idle, 1e-5, 4096));
  const count = queried(ring, 'messages', '--limit', '5000').length;
  assert.match(await view.tab.textContent('.timeline [role=status]'), new RegExp(`; ${count} messages`));
});

onRing('task Gantt and task summary: regions that the user chose', async (view) => {
  await press(view, '4', 'table');
  await tabTo(view, '[aria-label="Timers"]');
  await view.tab.keyboard.press('Home');
  await view.tab.keyboard.press(' ');
  await view.tab.keyboard.press('ArrowDown');
  await view.tab.keyboard.press(' ');
  await view.tab.waitForFunction(() => /regions=\d+\.\d+/.test(location.hash));
  const names = (await view.rows('Timers')).slice(0, 2).map((row) => row.name);
  await press(view, '2', 'timeline');
  const pressed = await view.tab.$$eval('.legend button[aria-pressed="true"]', (all) => all.map((one) => one.textContent));
  assert.deepEqual([...pressed].sort(), [...names].sort());
  await press(view, '5', 'ranks');
  await choose(view, 'regions');
  const shown = await parts(view, 'Regions by thread');
  const [largest] = query(ring, "SELECT timer_id, exclusive FROM flat WHERE metric = 'wall' ORDER BY exclusive DESC LIMIT 1");
  assert.equal(sumOf(Object.values(shown).map((row) => row[largest[0]])), largest[1]);
});

onRing('playback: all views of time show the same frame', async (view) => {
  await press(view, '5', 'ranks');
  await choose(view, 'states');
  await view.tab.keyboard.press('v');
  await view.tab.waitForSelector('[data-panes="2"]');
  await view.tab.selectOption('[aria-label="View beside"]', 'communication');
  for (let step = 0; step < 3; step += 1) {
    await view.tab.keyboard.press(']');
  }
  await view.tab.waitForSelector('.playback[data-state="STEP"]');
  const elapsed = Number(await view.tab.getAttribute('.playback-text', 'data-elapsed'));
  const { window } = JSON.parse(run('trace', '--query', 'shares', '--json', '--columns', '1', ring));
  near(elapsed, (3 * (window.to - window.from)) / 200, 1e-6, 4);
  const at = await view.tab.evaluate(() => Number(new URLSearchParams(location.hash.slice(1)).get('at')));
  assert.equal(at - window.from, elapsed);
  const texts = await view.tab.$$eval('.pane [role=status]', (all) => all.map((one) => one.textContent));
  assert.ok(texts.some((text) => /^0 s to |of \d/.test(text)) && texts.some((text) => text.startsWith('Under way in')), texts.join('|'));
  await view.tab.keyboard.press('{');
  await view.tab.waitForFunction(() => !location.hash.includes('at='));
});

onRing('analysis: findings with gain, confidence and advice', async (view) => {
  const found = JSON.parse(run('analyze', '--json', ring)).runs[0].findings;
  const shown = await view.tab.$$eval('[data-finding]', (all) => all.map((one) => [one.dataset.finding, Number(one.dataset.gain), Number(one.dataset.confidence)]));
  assert.deepEqual(shown, found.map((one) => [one.hypothesis, one.gain, one.confidence]));
  const text = await view.tab.textContent('[aria-label="Findings"]');
  for (const finding of found) {
    assert.ok(text.includes(finding.advice) && text.includes(finding.title));
  }
});

onRing('profile table over threads: smallest, mean and largest value, and imbalance', async (view) => {
  await press(view, '4', 'table');
  await choose(view, 'threads');
  const rows = await view.rows('Timers');
  const values = new Map();
  for (const [name, value] of query(ring, "SELECT t.name, sum(value.exclusive) FROM node JOIN value ON value.node_id = node.id JOIN call_path p ON p.id = node.path_id JOIN timers t ON t.id = p.timer_id WHERE value.metric_id = 0 GROUP BY t.name, node.thread_id")) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const spread = [...values.values()].map((list) => [Math.min(...list), Math.max(...list)]).sort((a, b) => b[1] - a[1]);
  assert.deepEqual(rows.map((row) => [Number(row.min), Number(row.max)]), spread);
});

onRing('top ten, types of operations, user events', async (view) => {
  const flat = report(ring, 'flat');
  const types = new Map();
  for (const [name, self] of query(ring, "SELECT text.text, sum(flat.exclusive) FROM flat JOIN timer ON timer.id = flat.timer_id JOIN name text ON text.id = timer.type_id WHERE flat.metric = 'wall' GROUP BY text.text")) {
    types.set(name || 'functions', self);
  }
  const shown = await view.tab.$$eval('[aria-label="Types by self value"] li', (all) => all.map((one) => [one.querySelector('.bar-label').textContent, Number(one.querySelector('.bar-value').dataset.value)]));
  assert.deepEqual(new Map(shown), new Map([...types].sort((a, b) => b[1] - a[1])));
  await press(view, '4', 'table');
  await choose(view, 'top');
  assert.deepEqual(await view.values('[aria-label="Top timers"] .bar-value'), flat.map((row) => row['wall.exclusive']).slice(0, 10));
});

onRing('callers and callees of a timer', async (view) => {
  await press(view, '3', 'flame');
  await choose(view, 'sandwich');
  const main = query(ring, "SELECT timer_id FROM flat WHERE name = 'main'")[0][0];
  await tabTo(view, '#sandwich-timer');
  await view.tab.selectOption('#sandwich-timer', String(main));
  const callees = query(ring, "SELECT inclusive FROM tree WHERE metric = 'wall' AND depth = 1 ORDER BY inclusive DESC").map((row) => row[0]);
  await view.tab.waitForFunction((first) => document.querySelector('[aria-label="Callees"] .bar-value')?.dataset.value === String(first), callees[0]);
  assert.deepEqual(await view.values('[aria-label="Callees"] .bar-value'), callees);
});

onRing('derived metrics: a column of the user', async (view) => {
  await press(view, '4', 'table');
  await tabTo(view, '.formula input');
  await view.tab.keyboard.type('self / calls');
  await view.tab.waitForSelector('td[data-key="derived"]');
  const rows = await view.rows('Timers');
  for (const row of rows) {
    near(Number(row.derived), Number(row.exclusive) / Number(row.calls));
  }
  await view.tab.keyboard.type(' / nothing');
  assert.match(await view.tab.textContent('.formula [role=alert]'), /no column "nothing"/);
});

onRing('selective measurement: a file of the chosen timers', async (view) => {
  await press(view, '4', 'table');
  await tabTo(view, '[aria-label="Timers"]');
  await view.tab.keyboard.press(' ');
  const button = view.tab.getByText('Measure only these');
  await button.focus();
  const [download] = await Promise.all([view.tab.waitForEvent('download'), view.tab.keyboard.press('Enter')]);
  const text = readFileSync(await download.path(), 'utf8');
  const [largest] = query(ring, "SELECT name FROM flat WHERE metric = 'wall' ORDER BY exclusive DESC LIMIT 1")[0];
  assert.equal(text, `gantry-selection 1\nexclude timer *\ninclude timer ${largest}\n`);
});

onRing('heat map and histogram over ranks', async (view) => {
  await press(view, '5', 'ranks');
  await choose(view, 'heat');
  const rows = await view.rows('Heat map');
  const flat = report(ring, 'flat');
  for (const [place, row] of rows.entries()) {
    assert.equal(sumOf(Object.entries(row).filter(([key]) => key.startsWith('thread')).map(([, value]) => value)), flat[place]['wall.exclusive']);
  }
  await choose(view, 'histogram');
  assert.equal(sumOf(await view.values('[aria-label="Threads by self value"] .bar-value')), 4);
});

onTuned('swap history and decisions: candidates with what was expected of them', async (view) => {
  await press(view, '7', 'assembly');
  await choose(view, 'decisions');
  await tabTo(view, '[aria-label="Decisions"]');
  await view.tab.keyboard.press('End');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForSelector('[data-interval]');
  const shown = await view.tab.$$eval('[data-interval]', (all) => all.map((one) => [Number(one.dataset.expected), Number(one.dataset.low), one.dataset.high === '' ? null : Number(one.dataset.high)]));
  const last = query(tuned, 'SELECT max(id) FROM decision')[0][0];
  const expected = query(tuned, `SELECT cost, low, high FROM estimate WHERE decision_id = ${last} ORDER BY cost = 0, cost, id`);
  assert.deepEqual(shown, expected);
  await choose(view, 'costs');
  assert.ok((await view.tab.locator('[data-interval]').count()) >= expected.length);
});

onTuned('source: commands by line of the script, both ways', async (view) => {
  await press(view, '4', 'table');
  await tabTo(view, '[aria-label="Timers"]');
  await view.tab.keyboard.press('Enter');
  await press(view, 'o');
  await tabTo(view, '[aria-label="Commands"]');
  const rows = await view.rows('Commands');
  const commands = query(tuned, "SELECT cause, command FROM change WHERE coalesce(command, '') != '' ORDER BY id");
  assert.deepEqual(rows.map((row) => [row.cause, row.command]), commands.slice(0, rows.length));
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForFunction(() => location.hash.includes('timer='));
});

test('comparison: call paths, aligned timelines and scaling of several runs', async (context) => {
  const two = ofMpi('mpi/ring/ring.c', 'ring2', 2);
  if (!two) {
    context.skip('there is no MPI');
    return;
  }
  const server = await serve(two, ring);
  const view = await open(server.link, '', { height: 1400 });
  await press(view, '8', 'compare');
  await choose(view, 'flame');
  await view.tab.waitForSelector('.flame-box[data-before]');
  const boxes = await view.tab.$$eval('.flame-box[data-before]', (all) => all.map((one) => [Number(one.dataset.before), Number(one.dataset.after)]));
  const main = (file) => query(file, "SELECT inclusive FROM tree WHERE metric = 'wall' AND depth = 0")[0][0];
  assert.deepEqual(boxes[0], [main(two), main(ring)]);
  await choose(view, 'timelines');
  await view.tab.waitForSelector('[data-run] ~ canvas');
  for (const [place, file] of [two, ring].entries()) {
    const { window } = JSON.parse(run('trace', '--query', 'shares', '--json', '--columns', '1', file));
    assert.equal(Number(await view.tab.locator('[data-run]').nth(place).getAttribute('data-length')), window.to - window.from);
  }
  await choose(view, 'scaling');
  await view.tab.waitForSelector('[aria-label="Scaling"] tr[data-row]');
  const rows = await view.rows('Scaling');
  const { points } = JSON.parse(run('compare', '--json', '--scaling', 'strong', two, ring));
  assert.deepEqual(rows.map((row) => [row.ranks, row.speedup].map(Number)), points.map((point) => [point.ranks, point.speedup]));
  // Revisions: another run, the same view.
  await tabTo(view, '[aria-label="Run"]');
  await view.tab.keyboard.press('ArrowDown');
  await view.tab.waitForFunction(() => location.hash.includes('run=1'));
  await view.check();
  assert.equal(await server.end(), 0);
});
