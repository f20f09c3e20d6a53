// Rows of the timeline by host, process and thread: groups are the exact sums of their rows, and open and close by keyboard and mouse.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ofHosts } from './archives.mjs';
import { accessible, close, open, queried, serve, sumOf, tabTo, writePage } from './browser.mjs';

let hosts;
let server;

before(async () => {
  hosts = ofHosts();
  server = hosts && (await serve(hosts));
});
after(async () => {
  if (server) {
    assert.equal(await server.end(), 0);
  }
  await close();
});

const names = (view) => view.tab.$$eval('[aria-label="Rows of the timeline"] tbody tr[data-row] [data-key="where"]', (cells) => cells.map((cell) => cell.dataset.value));

/** Until the table has these rows; each may be the begin of a name. */
async function lines(view, wanted) {
  await view.tab.waitForFunction((texts) => {
    const shown = [...document.querySelectorAll('[aria-label="Rows of the timeline"] tbody tr[data-row] [data-key="where"]')].map((cell) => cell.dataset.value);
    return shown.length === texts.length && texts.every((text, place) => shown[place].startsWith(text));
  }, wanted);
}

/** The rows of a host: two ranks with three threads each. */
const rowsOf = { node0: [0, 1, 2, 3, 4, 5], node1: [6, 7, 8, 9, 10, 11] };

async function compare(view, words = []) {
  const shares = queried(hosts, 'shares', '--columns', '1', ...words);
  const shown = await view.rows('Rows of the timeline');
  for (const [host, rows] of Object.entries(rowsOf)) {
    const group = shown.find(({ where }) => where.startsWith(`${host} `));
    for (const key of ['busy', 'idle', 'overhead', 'records']) {
      assert.equal(Number(group[key]), sumOf(rows.map((row) => shares[row][key])), `${host} ${key}`);
    }
  }
  return shown;
}

test('rows are grouped by host and rank, and a group is the sum of its rows', async (t) => {
  if (!hosts) {
    t.skip('no MPI');
    return;
  }
  const view = await open(server.link, 'view=timeline');
  await lines(view, ['node0', 'rank 0 (', 'rank 0 thread 0', 'rank 0 thread', 'rank 0 thread', 'rank 1 (', 'rank 1', 'rank 1', 'rank 1', 'node1', 'rank 2 (', 'rank 2', 'rank 2', 'rank 2', 'rank 3 (', 'rank 3', 'rank 3', 'rank 3']);
  const shown = await compare(view);
  // A share is of the time of all rows of the group.
  const text = await view.tab.$eval('[aria-label="Rows of the timeline"] tbody tr[data-row] [data-key="busy"]', (cell) => cell.textContent);
  await view.tab.waitForSelector('.timeline-area[data-drawn]');
  const [from, to] = (await view.tab.getAttribute('.timeline-area', 'data-drawn')).split(':').map(Number);
  assert.ok(Math.abs(Number(text.match(/\(([\d.]+) ?%/)[1]) - (100 * Number(shown[0].busy)) / (6 * (to - from))) < 0.06, text);
  await view.check();
});

test('groups close and open by keyboard and mouse; the address keeps it, and Back undoes it', async (t) => {
  if (!hosts) {
    t.skip('no MPI');
    return;
  }
  const own = await serve(hosts);
  const view = await open(own.link, 'view=timeline');
  await view.tab.waitForSelector('[data-group="node0"]');
  await tabTo(view, '[data-group="node0"]');
  await view.tab.keyboard.press('Enter');
  await lines(view, ['node0 (6 rows)', 'node1', 'rank 2 (', 'rank 2', 'rank 2', 'rank 2', 'rank 3 (', 'rank 3', 'rank 3', 'rank 3']);
  assert.equal(await view.tab.getAttribute('[data-group="node0"]', 'aria-expanded'), 'false');
  await view.tab.click('[data-group="node1"]');
  await lines(view, ['node0 (6 rows)', 'node1 (6 rows)']);
  await compare(view);
  const closed = new URL(view.tab.url()).hash;
  assert.match(closed, /closed=0\.3/);
  // The same by the cursor, inside of the timeline.
  await view.tab.focus('.timeline-area');
  await view.tab.keyboard.press('ArrowDown');
  await view.tab.keyboard.press('ArrowDown');
  await view.tab.waitForFunction(() => /node1 \(6 rows\) at .*busy .*Enter opens the group/.test(document.querySelector('.timeline-status').textContent));
  await view.tab.keyboard.press('Enter');
  await lines(view, ['node0 (6 rows)', 'node1', 'rank 2 (', 'rank 2', 'rank 2', 'rank 2', 'rank 3 (', 'rank 3', 'rank 3', 'rank 3']);
  await view.tab.goBack();
  await lines(view, ['node0 (6 rows)', 'node1 (6 rows)']);
  // Zoomed to where calls fit, groups stay exact.
  await view.tab.keyboard.press('+');
  await view.tab.waitForFunction(() => {
    const window = new URLSearchParams(location.hash.slice(1)).get('window');
    return window && document.querySelector('.timeline-area').dataset.drawn === window;
  });
  const [from, to] = decodeURIComponent(view.tab.url()).match(/window=(\d+):(\d+)/).slice(1);
  const busy = String(sumOf(rowsOf.node0.map((row) => queried(hosts, 'shares', '--columns', '1', '--from', `${from}ns`, '--to', `${to}ns`)[row].busy)));
  await view.tab.waitForFunction((wanted) => document.querySelector('[aria-label="Rows of the timeline"] [data-key="busy"]').dataset.value === wanted, busy);
  await view.tab.getByRole('button', { name: 'open all' }).click();
  await view.tab.waitForFunction(() => document.querySelectorAll('[aria-label="Rows of the timeline"] tbody tr[data-row]').length === 18);
  await view.tab.getByRole('button', { name: 'close all' }).click();
  await lines(view, ['node0 (6 rows)', 'node1 (6 rows)']);
  // What is searched for is shown where it is: the groups around it open.
  await view.tab.fill('[aria-label="Search"]', 'MPI_Barrier');
  await view.tab.focus('.timeline-area');
  await view.tab.keyboard.press('n');
  await view.tab.waitForFunction(() => /^rank \d thread 0 .*MPI_Barrier/.test(document.querySelector('.timeline-status').textContent));
  await view.tab.waitForFunction(() => document.querySelectorAll('[aria-label="Rows of the timeline"] tbody tr[data-row]').length > 2);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('a report has the same groups, in both themes and a small window, and axe finds nothing', async (t) => {
  if (!hosts) {
    t.skip('no MPI');
    return;
  }
  const view = await open(writePage(hosts), 'view=timeline&closed=0', { width: 800, height: 600 });
  await lines(view, ['node0 (6 rows)', 'node1', 'rank 2 (', 'rank 2', 'rank 2', 'rank 2', 'rank 3 (', 'rank 3', 'rank 3', 'rank 3']);
  // Of the columns that the page has.
  const [columns, cells] = [682, queried(hosts, 'shares', '--columns', '682')];
  const busy = sumOf(rowsOf.node0.map((row) => sumOf(cells.slice(row * columns, (row + 1) * columns).map((cell) => cell.busy))));
  assert.equal(Number((await view.rows('Rows of the timeline'))[0].busy), busy);
  await accessible(view);
  await view.check();
});

test('a run of one host without threads has rows and no groups', async (t) => {
  if (!hosts) {
    t.skip('no MPI');
    return;
  }
  const one = ofHosts(2, 0, 'alike');
  const view = await open(writePage(one), 'view=timeline');
  await lines(view, ['rank 0 thread 0', 'rank 1 thread 0']);
  assert.equal(await view.tab.locator('.timeline-group').count(), 0);
  assert.deepEqual((await names(view)).length, 2);
  await view.check();
});
