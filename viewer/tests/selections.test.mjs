// What is chosen in one view and seen in others: stretches and durations in a window, sizes of messages, phases; and what tuning cost.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ofMpi, ofTuner } from './archives.mjs';
import { choose, close, near, open, queried, query, report, run, serve, sumOf, tabTo, writePage, writeProfile } from './browser.mjs';
import { ofPhases, ofRanks } from './profiles.mjs';

let ring;
let workers;
let tuned;

before(() => {
  ring = ofMpi('mpi/ring/ring.c', 'ring');
  workers = ring && ofMpi('mpi/workers/workers.c', 'workers', 3);
  tuned = ofTuner();
});
after(close);

/** A test on a served run; skipped where what makes it is not installed. */
function onServed(title, file, why, work) {
  test(title, async (context) => {
    if (!file()) {
      context.skip(why);
      return;
    }
    const server = await serve(file());
    try {
      const view = await open(server.link, '', { height: 1600 });
      await work(view);
      await view.check();
    } finally {
      assert.equal(await server.end(), 0);
    }
  });
}

const onRing = (title, work) => onServed(title, () => ring, 'there is no MPI', work);
const onWorkers = (title, work) => onServed(title, () => workers, 'there is no MPI', work);

async function press(view, key, id) {
  await view.tab.keyboard.press(key);
  await view.ready(id);
}

/** Zooms into the middle of the timeline by keyboard; the window in ns. */
async function zoomIn(view) {
  await press(view, '2', 'timeline');
  await tabTo(view, '.timeline-area');
  await view.tab.keyboard.press('+');
  await view.tab.waitForFunction(() => location.hash.includes('window='));
  return decodeURIComponent(view.tab.url()).match(/window=(-?\d+):(-?\d+)/).slice(1).map(Number);
}

const windowWords = ([from, to]) => ['--from', `${from}ns`, '--to', `${to}ns`];

/** The longest times of the table by row and state, of those that there are. */
function shownLongest(rows) {
  return rows.flatMap((row) => ['busy', 'idle', 'overhead', 'outside'].filter((state) => row[state]).map((state) => [row.where, state, Number(row[`${state}From`]), Number(row[state])])).sort();
}

const longest = (file, ...words) => queried(file, 'longest', ...words).map((row) => [row.where, row.state, row.fromNs, row.durationNs]).sort();

test('every display of older tools has a test that the table of displays names', () => {
  const table = readFileSync(new URL('../../docs/decisions/0108-eight-views-for-what-older-tools-showed.md', import.meta.url), 'utf8');
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| older display'));
  assert.ok(rows.length > 30);
  for (const row of rows) {
    const named = [...row.split('|')[3].matchAll(/`([a-z]+): ([^`]+)`/g)];
    assert.ok(named.length > 0, row);
    for (const [, file, title] of named) {
      const source = readFileSync(new URL(`${file}.test.mjs`, import.meta.url), 'utf8');
      assert.ok(new RegExp(`^\\w+\\('${title.replace(/[()?.*+]/g, '\\$&')}`, 'm').test(source), `${file}: ${title}`);
    }
  }
});

onRing('the longest busy and idle time of each row is that of the trace, of everything and of a window', async (view) => {
  await press(view, '5', 'ranks');
  await choose(view, 'longest');
  await view.tab.waitForSelector('[aria-label="Longest time in each state"] tr[data-row]');
  await tabTo(view, '[aria-label="Longest time in each state"]');
  const shown = shownLongest(await view.rows('Longest time in each state'));
  assert.deepEqual(shown, longest(ring));
  assert.ok(shown.some(([, state]) => state === 'busy') && shown.some(([, state]) => state === 'idle'));

  const window = await zoomIn(view);
  await press(view, '5', 'ranks');
  await choose(view, 'longest');
  await view.tab.waitForFunction(() => /^[\d.]+ [a-z]+ to /.test(document.querySelector('.ranks [role=status]')?.textContent ?? ''));
  assert.deepEqual(shownLongest(await view.rows('Longest time in each state')), longest(ring, ...windowWords(window)));
});

/** The timer with the longest self value among those that have the state in the trace: its number, name and type. */
function timerIn(state) {
  const timers = query(ring, "SELECT flat.timer_id, n.text, t.text FROM flat JOIN timer ON timer.id = flat.timer_id JOIN name n ON n.id = timer.name_id JOIN name t ON t.id = timer.type_id WHERE flat.metric = 'wall' AND flat.calls > 0 ORDER BY flat.exclusive DESC");
  return timers.find(([, name, type]) => longestOfTimer(name, type).some(([, of]) => of === state));
}

const longestOfTimer = (name, type) => longest(ring, '--timer', name, ...(type ? ['--component', type] : []));

async function longestOfOneTimer(view, state) {
  const [timer, name, type] = timerIn(state);
  await view.tab.evaluate((id) => (location.hash = `view=ranks&timer=${id}`), timer);
  await view.ready('ranks');
  await choose(view, 'longest');
  await choose(view, 'longest.timer');
  const expected = longestOfTimer(name, type);
  await view.tab.waitForFunction((rows) => [...document.querySelectorAll('[aria-label="Longest time in each state"] td[data-value]')].some((cell) => cell.dataset.value === String(rows)), expected.find(([, of]) => of === state)[3]);
  assert.deepEqual(shownLongest(await view.rows('Longest time in each state')), expected);
  await tabTo(view, '[aria-label="Longest time in each state"]');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForFunction(() => location.hash.includes('cursor='));
  const [row, at] = decodeURIComponent(view.tab.url()).match(/cursor=(\d+):(-?\d+)/).slice(1).map(Number);
  const where = queried(ring, 'rows')[row].where;
  assert.ok(expected.some(([ofRow, of, from]) => ofRow === where && of === state && from === at), `${where} ${at}`);
}

onRing('the longest time in the calls of one timer alone, and Enter shows it in the timeline', (view) => longestOfOneTimer(view, 'busy'));
onRing('Enter on the longest time shows the state that there is where the timer has no busy time', (view) => longestOfOneTimer(view, 'idle'));

onServed('the longest time in the calls of one component alone, and without any of them', () => tuned, 'the example needs a solver that is not installed', async (view) => {
  const [timer, name, component] = query(tuned, "SELECT flat.timer_id, n.text, g.text FROM flat JOIN timer ON timer.id = flat.timer_id JOIN name n ON n.id = timer.name_id JOIN name g ON g.id = timer.group_id WHERE flat.metric = 'wall' AND n.text LIKE g.text || '::%' ORDER BY flat.exclusive DESC LIMIT 1")[0];
  await press(view, '4', 'table');
  await tabTo(view, '[aria-label="Timers"]');
  await view.tab.keyboard.press('Home');
  for (let step = 0; step < 40 && !view.tab.url().endsWith(`timer=${timer}`); step += 1) {
    await view.tab.keyboard.press('Enter');
    await view.tab.waitForFunction(() => location.hash.includes('timer='));
    await view.tab.keyboard.press('ArrowDown');
  }
  assert.ok(view.tab.url().endsWith(`timer=${timer}`), name);
  await press(view, '5', 'ranks');
  await choose(view, 'longest');
  await choose(view, 'longest.component');
  const expected = longest(tuned, '--timer', `${component}::*`);
  assert.ok(expected.some(([, state]) => state === 'busy') && expected.some(([, state]) => state === 'outside'));
  await view.tab.waitForFunction((value) => document.querySelector('[aria-label="Longest time in each state"] td[data-key="busy"]')?.dataset.value === value, String(expected.find(([, state]) => state === 'busy')[3]));
  assert.deepEqual(shownLongest(await view.rows('Longest time in each state')), expected);
});

/** Calls that begin in a window, by class of their durations, counted one by one. */
function counted(calls, [from, to]) {
  const classes = new Map();
  for (const call of calls.filter(({ startNs }) => startNs >= from && startNs < to)) {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, call.durationNs)) + 1e-9);
    const least = call.durationNs < 1 ? 0 : [5, 2, 1].map((digit) => digit * power).find((bound) => bound <= call.durationNs);
    classes.set(least, (classes.get(least) ?? 0) + 1);
  }
  return [...classes].sort((a, b) => a[0] - b[0]).map(([, calls]) => calls);
}

onRing('the histogram of durations counts the calls that begin in the window of the timeline', async (view) => {
  const calls = queried(ring, 'calls', '--limit', '10000');
  const whole = JSON.parse(run('trace', '--query', 'rows', '--json', ring)).window;
  const window = await zoomIn(view);
  await press(view, '5', 'ranks');
  await choose(view, 'durations');
  await choose(view, 'durations.all');
  const bars = async (text) => {
    await view.tab.waitForFunction((source) => new RegExp(source).test(document.querySelector('.ranks [role=status]')?.textContent ?? ''), text);
    return (await view.values('[aria-label="Calls by duration"] .bar-value')).filter((value) => value > 0);
  };
  const inWindow = await bars('^[\\d.]+ [a-z]+ to .*calls? that');
  const expected = counted(calls, window);
  assert.deepEqual(inWindow, expected);
  // main begins before it.
  assert.ok(sumOf(expected) < calls.length);
  await view.tab.keyboard.press('Escape');
  assert.deepEqual(await bars('^The whole trace'), counted(calls, [whole.from, whole.to]));
  await choose(view, 'durations');
  await tabTo(view, '#duration-timer');
  await view.tab.selectOption('#duration-timer', { label: 'MPI_Sendrecv' });
  await view.tab.waitForFunction(() => document.querySelector('.ranks h2')?.textContent === 'How long calls of MPI_Sendrecv took');
  const ofOne = calls.filter(({ name }) => name === 'MPI_Sendrecv');
  await view.tab.waitForFunction((number) => document.querySelector('.ranks [role=status]')?.textContent.includes(`: ${number} calls that`), ofOne.length);
  assert.deepEqual(await bars('^The whole trace'), counted(ofOne, [whole.from, whole.to]));
});

test('a report without a server has the longest times and the durations of the whole trace', async (context) => {
  if (!ring) {
    context.skip('there is no MPI');
    return;
  }
  const view = await open(writePage(ring), '', { height: 1600 });
  await press(view, '5', 'ranks');
  await choose(view, 'longest');
  await view.tab.waitForSelector('[aria-label="Longest time in each state"] tr[data-row]');
  assert.deepEqual(shownLongest(await view.rows('Longest time in each state')), longest(ring));
  await choose(view, 'durations');
  await choose(view, 'durations.all');
  await view.tab.waitForSelector('[aria-label="Calls by duration"] .bar-value');
  const { from, to } = JSON.parse(run('trace', '--query', 'rows', '--json', ring)).window;
  assert.deepEqual((await view.values('[aria-label="Calls by duration"] .bar-value')).filter((value) => value > 0), counted(queried(ring, 'calls', '--limit', '10000'), [from, to]));
  await view.check();
});

onRing('scatter: calls, total and another metric over the self value of each thread', async (view) => {
  const [timer, name] = query(ring, "SELECT timer_id, name FROM flat WHERE metric = 'wall' ORDER BY exclusive DESC LIMIT 1")[0];
  const of = (column, metric) => query(ring, `SELECT sum(${column}) FROM node JOIN value ON value.node_id = node.id JOIN metric ON metric.id = value.metric_id JOIN call_path p ON p.id = node.path_id WHERE metric.name = '${metric}' AND p.timer_id = ${timer} GROUP BY node.thread_id ORDER BY node.thread_id`).map(([value]) => value);
  await press(view, '5', 'ranks');
  for (const [choice, values] of [['scatter', of('value.exclusive', 'cpu')], ['scatter.inclusive', of('value.inclusive', 'wall')], ['scatter.calls', of('node.calls', 'wall')]]) {
    await choose(view, choice);
    const points = await view.tab.$$eval('.scatter [data-point]', (all) => all.map((one) => [Number(one.dataset.x), Number(one.dataset.y)]));
    assert.deepEqual(points.sort(), of('value.exclusive', 'wall').map((x, place) => [x, values[place]]).sort(), `${name} ${choice}`);
  }
});

/** Mean and most links from sender to receiver, by number of messages: what a walk along the neighbours says. */
function linksBetween(messages, neighbours) {
  const away = ({ from, to }) => {
    let [seen, edge, steps] = [new Set([from]), [from], 0];
    for (; !seen.has(to); steps += 1) {
      edge = edge.flatMap(neighbours).filter((rank) => !seen.has(rank));
      edge.forEach((rank) => seen.add(rank));
    }
    return steps;
  };
  const all = messages.map((row) => [away({ from: Number(row.from), to: Number(row.to) }), row.messages]);
  return { mean: sumOf(all.map(([steps, count]) => steps * count)) / sumOf(all.map(([, count]) => count)), most: Math.max(...all.map(([steps]) => steps)) };
}

onRing('distance: how many links of a layout messages cross', async (view) => {
  const messages = report(ring, 'messages');
  const layouts = { ring: (rank) => [(rank + 1) % 4, (rank + 3) % 4], star: (rank) => (rank === 0 ? [1, 2, 3] : [0]), hypercube: (rank) => [rank ^ 1, rank ^ 2] };
  await press(view, '6', 'communication');
  await choose(view, 'network');
  assert.equal(await view.tab.locator('[data-links-mean]').count(), 0);
  for (const [layout, neighbours] of Object.entries(layouts)) {
    await choose(view, layout);
    const { mean, most } = linksBetween(messages, neighbours);
    near(Number(await view.tab.getAttribute('[data-links-mean]', 'data-links-mean')), mean);
    assert.equal(Number(await view.tab.getAttribute('[data-links-mean]', 'data-links-most')), most, layout);
  }
});

const pairCells = (view) => view.tab.$$eval('.matrix td[data-pair]', (all) => all.map((cell) => [cell.dataset.pair, Number(cell.dataset.value)]).filter(([, value]) => value > 0).sort());

/** What goes between pairs in messages of some sizes: [pair, messages, bytes], by the events that the module for MPI leaves. */
function ofSizes(file, kind, fits) {
  const pairs = new Map();
  for (const [name, count, sum] of query(file, `SELECT text.text, event.count, event.mean * event.count FROM event JOIN name text ON text.id = event.name_id WHERE text.text LIKE 'MPI ${kind} %'`)) {
    const [, from, to, size] = name.match(/ (\d+) -> (\d+), (\d+)\+? B/);
    if (fits(Number(size))) {
      const known = pairs.get(`${from}-${to}`) ?? [0, 0];
      pairs.set(`${from}-${to}`, [known[0] + count, known[1] + sum]);
    }
  }
  return [...pairs].map(([pair, [messages, bytes]]) => [pair, messages, bytes]).sort();
}

onWorkers('messages of one size alone: in the matrix, in sums of ranks, and in a window of the trace', async (view) => {
  await press(view, '6', 'communication');
  await tabTo(view, '[aria-label="Smallest size"]');
  await view.tab.keyboard.press('ArrowDown');
  await view.tab.waitForFunction(() => location.hash.includes('sizes='));
  const [least, most] = decodeURIComponent(view.tab.url()).match(/sizes=(\d+):(\d+)/).slice(1).map(Number);
  await choose(view, 'messages');
  const expected = ofSizes(workers, 'message', (size) => size >= least && size <= most);
  assert.ok(expected.length > 0 && sumOf(expected.map(([, messages]) => messages)) < sumOf(report(workers, 'messages').map((row) => row.messages)));
  assert.deepEqual(await pairCells(view), expected.map(([pair, messages]) => [pair, messages]));
  await choose(view, 'summary');
  const sent = sumOf((await view.rows('Communication by rank')).map((row) => row.sentBytes));
  near(sent, sumOf(expected.map(([, , bytes]) => bytes)));

  const [from, to] = await zoomIn(view);
  const messages = queried(workers, 'messages', '--limit', '10000').filter((one) => one.sentNs < to && one.sentNs + one.takes >= from && one.bytes >= least && one.bytes <= most);
  await press(view, '6', 'communication');
  await choose(view, 'messages');
  await view.tab.waitForFunction(() => document.querySelector('.communication [role=status]')?.textContent.startsWith('Under way'));
  const pairs = new Map();
  messages.forEach((one) => pairs.set(`${one.from}-${one.to}`, (pairs.get(`${one.from}-${one.to}`) ?? 0) + 1));
  assert.deepEqual(await pairCells(view), [...pairs].sort());
  assert.match(await view.tab.textContent('.communication [role=status]'), /only messages of 8 to 15 B/);
  await press(view, '2', 'timeline');
  assert.match(await view.tab.textContent('.timeline [role=status]'), /Messages of 8 to 15 B alone/);
});

test('data transfers: sizes of a profile without a trace are chosen from those that it has', async () => {
  const file = writeProfile('sizes', ofRanks());
  const view = await open(writePage(file));
  await press(view, '6', 'communication');
  await tabTo(view, '[aria-label="Largest size"]');
  await view.tab.keyboard.press('ArrowUp');
  await view.tab.waitForFunction(() => location.hash.includes('sizes=64%3A127'));
  assert.deepEqual(await pairCells(view), [['0-2', 300]]);
  await tabTo(view, '[aria-label="Size of messages"] button');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForFunction(() => !location.hash.includes('sizes='));
  assert.equal(sumOf((await pairCells(view)).map(([, bytes]) => bytes)), sumOf(report(file, 'messages').map((row) => row.bytes)));
  await view.check();
});

test('phases: the timers, call paths and boxes of one phase alone, with the values of the report', async () => {
  const file = writeProfile('phases', ofPhases());
  const rows = report(file, 'phases');
  const view = await open(writePage(file), '', { height: 1200 });
  await press(view, '4', 'table');
  await choose(view, 'phases');
  await tabTo(view, '[aria-label="Phases"]');
  const phases = await view.rows('Phases');
  assert.deepEqual(phases.map((row) => [row.phase, Number(row.self)]), [...new Set(rows.map((row) => row.phase))].map((phase) => [phase, sumOf(rows.filter((row) => row.phase === phase).map((row) => row['wall.exclusive']))]).sort((a, b) => b[1] - a[1]));
  assert.ok(phases.length >= 3);
  for (const [place, { phase }] of phases.entries()) {
    await tabTo(view, '[aria-label="Phases"]');
    await view.tab.keyboard.press('Home');
    for (let step = 0; step < place; step += 1) {
      await view.tab.keyboard.press('ArrowDown');
    }
    await view.tab.keyboard.press('Enter');
    await view.tab.waitForFunction((name) => new URLSearchParams(location.hash.slice(1)).get('phase') === name, phase);
    await choose(view, 'flat');
    const own = rows.filter((row) => row.phase === phase).map((row) => [row['wall.inclusive'], row['wall.exclusive'], row.calls, row.childCalls]);
    const shown = (await view.rows('Timers')).map((row) => [row.inclusive, row.exclusive, row.calls, row.childCalls].map(Number));
    assert.deepEqual(shown.sort(), own.sort(), phase);
    await choose(view, 'phases');
  }
  // The call paths of a phase, and those of the phase inside of it.
  await choose(view, 'tree');
  await tabTo(view, '#phase');
  await view.tab.selectOption('#phase', 'step');
  await view.tab.waitForFunction(() => document.querySelectorAll('[aria-label="Call paths"] tr[data-row]').length === 4);
  await view.tab.keyboard.press('Escape');
  const step = rows.find((row) => row.phase === 'step' && row.method === 'step');
  assert.equal(Number((await view.rows('Call paths'))[0].inclusive), step['wall.inclusive']);
  await press(view, '3', 'flame');
  const boxes = await view.values('.flame-box[data-value]');
  assert.equal(boxes[0], step['wall.inclusive']);
  assert.equal(boxes.length, 4);
  await view.check();
});

test('regret, confidence and break-even of each context are those of gantry tuning log', async (context) => {
  if (!tuned) {
    context.skip('the example needs a solver that is not installed');
    return;
  }
  const { contexts } = JSON.parse(run('tuning', 'log', '--json', tuned));
  const view = await open(writePage(tuned), '', { height: 2000 });
  await press(view, '7', 'assembly');
  await choose(view, 'costs');
  await tabTo(view, '[aria-label="Contexts of tuning"]');
  const shown = (await view.rows('Contexts of tuning')).map((row) => [row.choice, Number(row.served), Number(row.regret), row.paysFrom, row.confidence === '' ? null : Number(row.confidence)]);
  assert.deepEqual(shown.sort(), contexts.map((one) => [one.choice, one.served, one.regret, one.breakEven.text, one.confidence]).sort());
  const text = run('tuning', 'log', tuned);
  assert.ok(contexts.length > 10 || contexts.every((one) => text.includes(one.breakEven.text)));

  await choose(view, 'decisions');
  await tabTo(view, '[aria-label="Decisions"]');
  await view.tab.keyboard.press('End');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForSelector('[data-regret]');
  const [port, key] = query(tuned, 'SELECT port, context FROM decision ORDER BY id DESC LIMIT 1')[0];
  const own = contexts.find((one) => one.port === port && one.context === key);
  assert.equal(Number(await view.tab.getAttribute('[data-regret]', 'data-regret')), own.regret);
  assert.equal(await view.tab.getAttribute('[data-regret]', 'data-pays-from'), own.breakEven.text);
  await view.check();
});
