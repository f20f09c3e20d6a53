// The timeline: its numbers against `gantry trace --query`, out of a page and from a server; by keyboard and mouse.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, folder, open, queried, run, serve, serveBy, startRun, writePage, writeProfile } from './browser.mjs';
import { ofRanks } from './profiles.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const skip = process.env.GANTRY_EXAMPLES === undefined;
let few;
let many;
let server;

/** Simpson's rule with so many points. */
function simpson(points) {
  return `instantiate drivers.CXXDriver d\ninstantiate integrators.Simpson s\ninstantiate functions.PiFunction f\nparameters d configuration count ${points}\nconnect d integrate s integrate\nconnect s function f function\ngo d\n`;
}

function traced(name, points) {
  const script = join(folder, `${name}.rc`);
  writeFileSync(script, simpson(points));
  const archive = join(folder, `${name}.gantry`);
  run('run', '--quiet', '--trace', 'drain', '--archive', archive, script);
  return archive;
}


before(async () => {
  if (!skip) {
    few = traced('few', 200);
    many = traced('many', 60_000);
    server = await serve(many);
  }
});
after(async () => {
  if (server) {
    assert.equal(await server.end(), 0);
  }
  await close();
});

/** Waits for the picture of the window in the address. */
async function drawn(view) {
  await view.tab.waitForFunction(() => {
    const window = new URLSearchParams(location.hash.slice(1)).get('window');
    const area = document.querySelector('.timeline-area');
    return area?.dataset.drawn && (!window || area.dataset.drawn === window);
  });
}

function windowOf(view) {
  return decodeURIComponent(view.tab.url()).match(/window=(-?\d+):(-?\d+)/)?.slice(1).map(Number);
}

test('a page has the times, and the calls one by one where they are few', { skip }, async () => {
  const view = await open(writePage(few), 'view=timeline');
  await drawn(view);
  const [shares] = queried(few, 'shares', '--columns', '1');
  const [row] = await view.rows('Rows of the timeline');
  const cells = queried(few, 'shares', '--columns', '2048');
  assert.equal(Number(row.busy), cells.reduce((sum, cell) => sum + cell.busy, 0));
  assert.ok(Math.abs(Number(row.busy) - shares.busy) <= 2048);
  assert.equal(Number(row.records), shares.records);
  const calls = queried(few, 'calls', '--limit', '5000');
  assert.equal(await view.tab.locator('[aria-label="Calls of the timeline"]').getAttribute('aria-rowcount'), String(calls.length + 1));
  const shown = await view.rows('Calls of the timeline');
  assert.deepEqual(
    shown.map((call) => [Number(call.start), Number(call.duration), call.name]),
    calls.slice(0, shown.length).map((call) => [call.startNs, call.durationNs, call.name]),
  );
  await view.check();
});

test('a server gives exact shares of any window, and calls when they fit', { skip }, async () => {
  const view = await open(server.link, 'view=timeline');
  await drawn(view);
  assert.equal(await view.tab.locator('[data-shown]').getAttribute('data-shown'), 'columns');
  assert.doesNotMatch(view.tab.url(), /token/);
  const compare = async (...words) => {
    const [shares] = queried(many, 'shares', '--columns', '1', ...words);
    await view.tab.waitForFunction((busy) => document.querySelector('[aria-label="Rows of the timeline"] [data-key="busy"]')?.dataset.value === busy, String(shares.busy));
    const [row] = await view.rows('Rows of the timeline');
    assert.deepEqual([row.busy, row.idle, row.overhead, row.records].map(Number), [shares.busy, shares.idle, shares.overhead, shares.records]);
    assert.equal(row.name, shares.name);
  };
  await compare();
  await view.tab.focus('.timeline-area');
  // Around the first call: what is in the middle depends on the run.
  await view.tab.keyboard.press('.');
  await view.tab.waitForFunction(() => location.hash.includes('cursor='));
  const first = view.tab.url().match(/cursor=[^&]*/)[0];
  // How far away the calls fit depends on how long the run was held up elsewhere.
  for (let i = 0; i < 30 && (await view.tab.locator('[data-shown="calls"]').count()) === 0; i += 1) {
    await view.tab.keyboard.press('+');
    await drawn(view);
  }
  await view.tab.waitForSelector('[data-shown="calls"]');
  const [from, to] = windowOf(view);
  await compare('--from', `${from}ns`, '--to', `${to}ns`);
  const calls = queried(many, 'calls', '--from', `${from}ns`, '--to', `${to}ns`, '--limit', '3000');
  assert.equal(await view.tab.locator('[aria-label="Calls of the timeline"]').getAttribute('aria-rowcount'), String(calls.length + 1));
  await view.tab.keyboard.press('.');
  await view.tab.waitForFunction((before) => location.hash.includes('cursor=') && !location.hash.endsWith(before) && !location.hash.includes(`${before}&`), first);
  const at = Number(decodeURIComponent(view.tab.url()).match(/cursor=0:(\d+)/)[1]);
  const names = queried(many, 'stack-at', '--at', `${at}ns`).map((call) => call.name);
  assert.ok(names.length > 0);
  await view.tab.waitForFunction((wanted) => wanted.every((name) => document.querySelector('.timeline-status').textContent.includes(name)), names);
  await view.tab.keyboard.press('0');
  await view.tab.waitForFunction(() => !location.hash.includes('window='));
  await view.check();
});

test('keys that come before the next picture all count', { skip }, async () => {
  const own = await serve(many);
  const view = await open(own.link, 'view=timeline');
  await drawn(view);
  const span = async () => {
    const [from, to] = (await view.tab.locator('[data-drawn]').getAttribute('data-drawn')).split(':').map(Number);
    return to - from;
  };
  const whole = await span();
  const press = (keys) => view.tab.evaluate((list) => {
    const area = document.querySelector('.timeline-area');
    for (const key of list) {
      area.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
  }, keys);
  await press(['+', '+', '+', '+', '+']);
  await view.tab.waitForFunction(() => location.hash.includes('window='));
  const [from, to] = windowOf(view);
  assert.ok(Math.abs(whole / (to - from) - 32) < 0.1, `${whole} / ${to - from}`);
  await press(['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']);
  await view.tab.waitForFunction((before) => !location.hash.includes(before), `window=${from}`);
  assert.ok(Math.abs((windowOf(view)[0] - from) / (to - from) - 1) < 0.01);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('the wheel zooms around the pointer, and a drag moves', { skip }, async () => {
  // A link is good once.
  const own = await serve(many);
  const view = await open(own.link, 'view=timeline&show=states');
  await drawn(view);
  const box = await view.tab.locator('canvas').boundingBox();
  await view.tab.mouse.move(box.x + box.width / 2, box.y + 40);
  await view.tab.mouse.wheel(0, -100);
  await view.tab.waitForFunction(() => location.hash.includes('window='));
  const zoomed = windowOf(view);
  await drawn(view);
  await view.tab.mouse.down();
  await view.tab.mouse.move(box.x + box.width / 2 - 100, box.y + 40, { steps: 3 });
  await view.tab.mouse.up();
  await view.tab.waitForFunction((window) => !location.hash.includes(window), `window=${zoomed[0]}`);
  const moved = windowOf(view);
  assert.ok(moved[0] > zoomed[0]);
  assert.ok(Math.abs(moved[1] - moved[0] - (zoomed[1] - zoomed[0])) <= 1);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('a program that runs is followed, and its last state stays', { skip }, async () => {
  const script = join(folder, 'long.rc');
  writeFileSync(script, simpson(2_000_000_000));
  const program = await startRun(script);
  const own = await serveBy('serve', '--interval', '0.1', String(program.pid));
  const view = await open(own.link);
  await view.tab.waitForSelector('[data-live="yes"]');
  const [calls] = await view.values('[data-fact="calls"]');
  await view.tab.waitForFunction((before) => Number(document.querySelector('[data-fact="calls"]').dataset.value) > before, calls);
  program.kill('SIGKILL');
  await view.tab.waitForFunction(() => document.querySelector('.live').textContent.startsWith('The program has ended'));
  assert.equal(await view.tab.getAttribute('.live', 'data-live'), 'no');
  await view.check();
  assert.equal(await own.end(), 0);
});

/** A page with a timeline of two ranks, made by hand: MPI is not needed. */
function ofMessages() {
  const page = writePage(writeProfile('messages', ofRanks()));
  const row = (place) => ({ row: place, busy: [60, 0, 0, 0], idle: [0, 100, 30, 0], overhead: [0, 0, 20, 0], records: [1, 0, 2, 1], name: [0, 1, 1, -1] });
  const timeline = {
    from: 0, to: 400, records: 8, messages: 2, served: false,
    rows: [0, 1].map((rank) => ({ label: `rank ${rank}, <img src=x onerror=alert(1)>`, rank, thread: 0, records: 4, lost: 0 })),
    tile: { from: 0, to: 400, columns: 4, names: [['main', ''], ['MPI_Send', '']], rows: [row(0), row(1)] },
    calls: null,
    sent: { keys: ['sentNs', 'takes', 'from', 'to', 'bytes'].map((key) => ({ key, unit: '' })), rows: [[50, 100, 0, 1, 8], [10, 300, 1, 0, 8]], next: null },
  };
  const text = readFileSync(page, 'utf8').replace('"views":', () => `"timeline":${JSON.stringify(timeline).replaceAll('<', '\\u003c')},"views":`);
  writeFileSync(page, text);
  return page;
}

test('states add up, messages are counted, and labels are text', async () => {
  const page = ofMessages();
  for (const [theme, width, height] of [['light', 1280, 800], ['dark', 800, 600]]) {
    const view = await open(page, 'view=timeline&show=states&cursor=1:120', { theme, width, height });
    await drawn(view);
    assert.match(await view.tab.textContent('[role=status]'), /4 columns; 2 messages/);
    const rows = await view.rows('Rows of the timeline');
    assert.deepEqual(rows.map((row) => [row.busy, row.idle, row.overhead, row.records].map(Number)), [[60, 130, 20, 4], [60, 130, 20, 4]]);
    await view.tab.evaluate(axe);
    const found = await view.tab.evaluate(async () => (await window.axe.run()).violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`.slice(0, 400)));
    assert.deepEqual(found, []);
    assert.ok((await view.tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await view.check();
  }
  const pair = await open(page, 'view=timeline&pair=1-0');
  await drawn(pair);
  assert.match(await pair.tab.textContent('[role=status]'), /^Messages from rank 1 to 0 alone\. .*4 columns; 1 message$/);
  await pair.check();
  const narrow = await open(page, 'view=timeline&window=100:199');
  const rows = await narrow.rows('Rows of the timeline');
  assert.deepEqual(rows.map((row) => [row.busy, row.idle, row.overhead].map(Number)), [[0, 100, 0], [0, 100, 0]]);
  await narrow.check();
});

test('play goes on to the end, pause stops, and reset shows the whole run again', async () => {
  const page = ofMessages();
  const view = await open(page, 'view=timeline&view2=ranks&show2=states', { motion: 'no-preference' });
  await drawn(view);
  await view.tab.keyboard.press('p');
  await view.tab.waitForSelector('.playback[data-state="PLAYING"]');
  await view.tab.waitForFunction(() => Number(document.querySelector('.playback-text').dataset.elapsed) > 0);
  await view.tab.keyboard.press('p');
  await view.tab.waitForSelector('.playback[data-state="PAUSE"]');
  const elapsed = Number(await view.tab.getAttribute('.playback-text', 'data-elapsed'));
  assert.equal(await view.tab.evaluate(() => Number(new URLSearchParams(location.hash.slice(1)).get('at'))), elapsed);
  await view.tab.keyboard.press('}');
  await view.tab.waitForSelector('.playback[data-state="END"]');
  assert.equal(Number(await view.tab.getAttribute('.playback-text', 'data-elapsed')), 400);
  assert.match(await view.tab.textContent('.playback-text'), /a frame is drawn in/);
  await view.tab.keyboard.press('{');
  await view.tab.waitForSelector('.playback[data-state="START"]');
  assert.doesNotMatch(view.tab.url(), /at=/);
  await view.check();
  const still = await open(page, 'view=timeline');
  await still.tab.keyboard.press('p');
  await still.tab.waitForSelector('.playback[data-state="START"]');
  assert.equal(await still.tab.getByText('Play', { exact: true }).isDisabled(), true);
  await still.check();
});

test('a search marks calls that are too short to be seen, and n goes to one', { skip }, async () => {
  const own = await serve(many);
  const view = await open(own.link, 'view=timeline&search=integrate');
  await drawn(view);
  await view.tab.waitForFunction(() => document.querySelector('.timeline [role=status]').textContent.includes('1 call with "integrate"'));
  await view.tab.focus('.timeline-area');
  await view.tab.keyboard.press('n');
  await view.tab.waitForFunction(() => location.hash.includes('cursor='));
  const [found] = queried(many, 'search', '--timer', '*integrate*');
  assert.equal(Number(decodeURIComponent(view.tab.url()).match(/cursor=0:(\d+)/)[1]), found.startNs);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('a server that has gone is reported where its answer is missing', { skip }, async () => {
  const own = await serve(many);
  const view = await open(own.link, 'view=timeline');
  await drawn(view);
  assert.equal(await own.end(), 0);
  await view.tab.focus('.timeline-area');
  await view.tab.keyboard.press('+');
  await view.tab.waitForFunction(() => document.querySelector('.timeline-status').textContent.includes('The server does not reply'));
});
