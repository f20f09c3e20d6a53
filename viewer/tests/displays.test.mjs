// Further pictures that older tools had, as mapping.test.mjs: transfers without a receiver, events of the user, counters, queues.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ofMpi } from './archives.mjs';
import { choose, close, folder, gantry, near, open, queried, query, report, run, serve, tabTo, writePage, writeProfile } from './browser.mjs';
import { ofRanks } from './profiles.mjs';

const examples = process.env.GANTRY_EXAMPLES;
let ring;

before(() => {
  ring = ofMpi('mpi/ring/ring.c', 'ring');
});
after(close);

function onRing(title, work) {
  test(title, async (context) => {
    if (!ring) {
      context.skip('there is no MPI');
      return;
    }
    const view = await open(writePage(ring), '', { height: 1600 });
    await work(view);
    await view.check();
  });
}

async function press(view, key, id) {
  await view.tab.keyboard.press(key);
  await view.ready(id);
}

/** A table of `gantry report --messages`. */
function messagesOf(file, name) {
  const { columns, rows } = JSON.parse(run('report', '--json', '--raw', '--messages', file)).views.find(({ view }) => view === name);
  return rows.map((row) => Object.fromEntries(columns.map(({ key }, place) => [key, row[place]])));
}

test('data transfers: number, bytes and mean size of one-sided accesses have a matrix of their own', async () => {
  const profile = ofRanks();
  const [message] = profile.events;
  profile.events.push({ ...message, name: message.name.replace('message 0 -> 1', 'one-sided 2 -> 0') }, { ...message, name: message.name.replace('message 0 -> 1', 'one-sided 3 -> 1'), count: 2 * message.count, sum: 2 * message.sum });
  const file = writeProfile('one-sided', profile);
  const accesses = messagesOf(file, 'oneSided');
  assert.equal(accesses.length, 2);
  const view = await open(writePage(file));
  await press(view, '6', 'communication');
  await choose(view, 'oneSided');
  for (const [choice, column] of [['', 'bytes'], ['messages', 'messages'], ['mean', 'mean']]) {
    if (choice) {
      await choose(view, choice);
    }
    const cells = await view.tab.$$eval('.matrix td[data-pair]', (all) => all.map((cell) => [cell.dataset.pair, Number(cell.dataset.value)]).filter(([, value]) => value > 0));
    assert.deepEqual(Object.fromEntries(cells), Object.fromEntries(accesses.map((row) => [`${row.from}-${row.to}`, row[column]])), column);
  }
  await view.check();
});

onRing('user events: what programs and modules count, with all figures of the report', async (view) => {
  await press(view, '4', 'table');
  await choose(view, 'events');
  await tabTo(view, '[aria-label="Events"]');
  const rows = await view.rows('Events');
  const known = report(ring, 'events');
  assert.ok(rows.length > 0);
  assert.deepEqual(Object.keys(rows[0]), Object.keys(known[0]).filter((key) => key in rows[0]));
  const figures = ({ event, count, min, max, mean, sum }) => [event, Number(count), Number(min), Number(max), Number(mean), Number(sum ?? 0)];
  const expected = new Map(known.map((row) => [row.event, row]));
  for (const row of rows) {
    assert.deepEqual(figures(row), figures({ ...expected.get(row.event), sum: row.sum === undefined ? undefined : expected.get(row.event).sum }));
  }
});

onRing('distribution of a timer that was chosen in the table', async (view) => {
  await press(view, '4', 'table');
  await tabTo(view, '[aria-label="Timers"]');
  for (const key of ['Home', 'ArrowDown', 'Enter']) {
    await view.tab.keyboard.press(key);
  }
  await view.tab.waitForFunction(() => /timer=\d+/.test(location.hash));
  const timer = Number(view.tab.url().match(/timer=(\d+)/)[1]);
  await press(view, '5', 'ranks');
  const values = query(ring, `SELECT sum(value.exclusive) FROM node JOIN value ON value.node_id = node.id JOIN call_path p ON p.id = node.path_id WHERE value.metric_id = 0 AND p.timer_id = ${timer} GROUP BY node.thread_id`).map(([value]) => value);
  assert.equal(values.length, 4);
  assert.deepEqual(await view.values('.ranks .bar-value'), [...values].sort((a, b) => b - a));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  near((await view.values('[data-fact="mean"]'))[0], mean);
  near((await view.values('[data-fact="deviation"]'))[0], Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length));
});

onRing('queue of a receiver: a strip of the timeline, for the row of the cursor', async (view) => {
  await press(view, '2', 'timeline');
  await tabTo(view, '.timeline-area');
  for (let rank = 0; rank < 4; rank += 1) {
    await view.tab.keyboard.press('ArrowDown');
    const strip = `[data-strip="queue of rank ${rank}"]`;
    await view.tab.waitForSelector(strip);
    const [traffic] = queried(ring, 'traffic', '--columns', '1', '--receiver', String(rank));
    assert.equal(Number(await view.tab.getAttribute(strip, 'data-most')), traffic.most, strip);
  }
});

const counting = `#include <gantry.h>
#include <stdio.h>
int main(void) {
    const gantry_event_t heap = gantry_event("heap [MB]");
    const gantry_timer_t work = gantry_timer("work", "", "app");
    for (int i = 0; i < 200; ++i) {
        gantry_start(work);
        gantry_trigger(heap, i % 50);
        gantry_stop(work);
    }
    return 0;
}
`;

test('counters: the values of an event of the program are a strip of the timeline', { skip: !examples }, async (context) => {
  writeFileSync(join(folder, 'counting.c'), counting);
  try {
    execFileSync('cc', ['-std=gnu99', '-rdynamic', '-I', join(examples, '../perf/capi/include'), 'counting.c', '-o', 'counting'], { cwd: folder, stdio: 'pipe' });
  } catch {
    context.skip('there is no compiler');
    return;
  }
  const archive = join(folder, 'counting.gantry');
  execFileSync(gantry, ['exec', '--quiet', '--exact', '--trace', 'drain', '--sample', 'none', '--output', archive, '--', './counting'], { cwd: folder, stdio: 'pipe' });
  const server = await serve(archive);
  const view = await open(server.link);
  await press(view, '2', 'timeline');
  const strip = '[data-strip="heap [MB]"]';
  await view.tab.waitForSelector(strip);
  const columns = queried(archive, 'counters', '--columns', '512').filter(({ event }) => event === 'heap [MB]');
  assert.ok(columns.some(({ mean }) => mean > 0));
  near(Number(await view.tab.getAttribute(strip, 'data-most')), Math.max(...columns.map(({ mean }) => mean)));
  await view.check();
  assert.equal(await server.end(), 0);
});
