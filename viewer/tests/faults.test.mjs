// What goes wrong around a page, and runs that have almost nothing: a clear message, and what there is.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { close, folder, gantry, launch, open, run, serve, serveBy, startRun, writePage, writeProfile } from './browser.mjs';
import { empty as emptyProfile, ofNames, ofRanks } from './profiles.mjs';

const examples = process.env.GANTRY_EXAMPLES;
const skip = !examples;
const ids = ['overview', 'timeline', 'flame', 'table', 'ranks', 'communication', 'assembly', 'compare'];

after(close);

async function walk(view) {
  for (const [place, id] of ids.entries()) {
    await view.tab.keyboard.press(String(place + 1));
    await view.ready(id);
  }
}

/** A trace with these calls, as if another tool had made it. */
function traceOf(name, calls) {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ traceEvents: calls.map(([text, ts, dur]) => ({ name: text, ph: 'X', ts, dur, pid: 1, tid: 1 })) }));
  run('import', '--from', 'chrome', file, '--output', join(folder, `${name}.gantry`));
  return join(folder, `${name}.gantry`);
}

/** Takes minutes: to be watched. */
function longScript() {
  const script = join(folder, 'long.rc');
  writeFileSync(script, 'instantiate drivers.CXXDriver d\ninstantiate integrators.Simpson s\ninstantiate functions.PiFunction f\nparameters d configuration count set 2000000000\nconnect d integrate s integrate\nconnect s function f function\ngo d\n');
  return script;
}

/** A line between a browser and a server, which can break. */
async function lineTo(port) {
  const sockets = new Set();
  let [isBroken, opened] = [false, 0];
  const line = createServer((near) => {
    if (isBroken) {
      near.destroy();
      return;
    }
    opened += 1;
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [[near, far], [far, near]]) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => (sockets.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  await new Promise((resolve) => line.listen(0, '127.0.0.1', resolve));
  const breaks = () => {
    isBroken = true;
    sockets.forEach((socket) => socket.destroy());
  };
  return { port: line.address().port, opened: () => opened, breaks, heals: () => (isBroken = false), end: () => (breaks(), line.close()) };
}

test('an archive that is deleted while it is open stays in the page', async () => {
  const file = traceOf('deleted', [['main', 0, 4000], ['solve', 1000, 2000]]);
  const own = await serve(file);
  const view = await open(own.link, 'view=table');
  const rows = await view.rows('Timers');
  rmSync(file);
  await walk(view);
  await view.tab.keyboard.press('2');
  await view.tab.waitForSelector('.timeline-area[data-drawn]');
  await view.tab.focus('.timeline-area');
  await view.tab.keyboard.press('+');
  await view.tab.waitForFunction(() => location.hash.includes('window='));
  await view.tab.waitForFunction(() => document.querySelector('.timeline-area').dataset.drawn === new URLSearchParams(location.hash.slice(1)).get('window'));
  await view.tab.reload();
  await view.ready('timeline');
  await view.tab.keyboard.press('4');
  await view.ready('table');
  assert.deepEqual(await view.rows('Timers'), rows);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('an archive without a trace says in each view of time that it has none, and how to keep one', async () => {
  const view = await open(writePage(writeProfile('untraced', ofRanks())));
  const says = async (selector, text) => {
    await view.tab.waitForFunction(([where, words]) => document.querySelector(where)?.textContent.includes(words), [selector, text]);
    assert.match(await view.tab.innerText(selector), /--trace drain/);
  };
  await view.tab.keyboard.press('2');
  await view.ready('timeline');
  await says('main .empty', 'no trace');
  await view.tab.keyboard.press('5');
  await view.ready('ranks');
  await view.tab.click('[data-choice="states"]');
  await says('main .empty', 'This run has no trace');
  await view.tab.keyboard.press('e');
  await says('[data-drawer="events"] .note', 'no single records');
  await walk(view);
  await view.check();
});

test('a trace of one call is shown with that call', async () => {
  const own = await serve(traceOf('one', [['main', 0, 4000]]));
  const view = await open(own.link, 'view=timeline');
  await view.tab.waitForSelector('.timeline-area[data-drawn]');
  const calls = await view.rows('Calls of the timeline');
  assert.equal(calls.length, 1, JSON.stringify(calls));
  await walk(view);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('a run without any event has every view, which say that there is nothing', async () => {
  const script = join(folder, 'nothing.rc');
  writeFileSync(script, 'quit\n');
  const refused = spawnSync(gantry, ['run', '--quiet', '--trace', 'drain', '--archive', 'nothing.gantry', script], { cwd: folder, encoding: 'utf8' });
  assert.match(refused.stderr, /nothing was measured/);
  const own = await serve(writeProfile('nothing', emptyProfile()));
  const view = await open(own.link);
  await walk(view);
  assert.match(await view.tab.innerText('main'), /There is one run/);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('a hundred thousand names are read, searched and scrolled', async () => {
  const count = 100_000;
  const own = await serve(writeProfile('names', ofNames(count)));
  const view = await open(own.link, 'view=table');
  assert.equal(Number(await view.tab.getAttribute('[aria-label="Timers"]', 'aria-rowcount')), count + 1);
  assert.ok((await view.tab.locator('[aria-label="Timers"] tbody tr[data-row]').count()) < 100);
  await view.tab.fill('[aria-label="Search"]', 'method 99999');
  await view.tab.waitForFunction(() => document.querySelector('[aria-label="Timers"]').getAttribute('aria-rowcount') === '2');
  await view.tab.fill('[aria-label="Search"]', '');
  await view.tab.keyboard.press('Escape');
  await walk(view);
  await view.check();
  assert.equal(await own.end(), 0);
});

test('a browser without WebSocket follows a program all the same', { skip }, async () => {
  const program = await startRun(longScript());
  const own = await serveBy('serve', '--interval', '0.1', String(program.pid));
  const context = await (await launch()).newContext();
  const tab = await context.newPage();
  const complaints = [];
  tab.on('pageerror', (error) => complaints.push(error.message));
  await tab.addInitScript(() => delete globalThis.WebSocket);
  await tab.goto(own.link);
  await tab.waitForSelector('[data-live="yes"]');
  const calls = () => tab.$eval('[data-fact="calls"]', (one) => Number(one.dataset.value));
  const before = await calls();
  await tab.waitForFunction((first) => Number(document.querySelector('[data-fact="calls"]').dataset.value) > first, before);
  program.kill('SIGKILL');
  await tab.waitForFunction(() => document.querySelector('.live').textContent.startsWith('The program has ended'));
  assert.deepEqual(complaints, []);
  await context.close();
  assert.equal(await own.end(), 0);
});

test('a server that goes away is reported with the time since when, and a connection that breaks is opened again', { skip }, async () => {
  const program = await startRun(longScript());
  const own = await serveBy('serve', '--interval', '0.1', String(program.pid));
  const context = await (await launch()).newContext();
  const tab = await context.newPage();
  const between = await lineTo(new URL(own.link).port);
  await tab.goto(`${own.link.replace(/:\d+/, `:${between.port}`)}#rate=10`);
  await tab.waitForSelector('[data-live="yes"]');
  between.breaks();
  await tab.waitForFunction(() => /The server has not replied since \d/.test(document.querySelector('.live').textContent));
  assert.equal(await tab.getAttribute('.live', 'data-live'), 'no');
  const before = between.opened();
  between.heals();
  await tab.waitForSelector('[data-live="yes"]');
  assert.ok(between.opened() > before);
  assert.equal(await own.end(), 0);
  await tab.waitForFunction(() => /The server has not replied since \d/.test(document.querySelector('.live').textContent));
  await context.close();
  between.end();
  program.kill('SIGKILL');
});

test('what keeps a server from beginning is said on the terminal, with what to do', async () => {
  const file = writeProfile('small', ofRanks());
  const first = await serve('--port', '0', file);
  const port = new URL(first.link).port;
  const taken = spawnSync(gantry, ['view', '--no-open', '--port', port, file], { cwd: folder, encoding: 'utf8' });
  assert.equal(taken.status, 1);
  assert.match(taken.stderr, /127\.0\.0\.1: Address already in use; choose another --port/);
  assert.equal(await first.end(), 0);
  // Descriptors for the program's own files, and none for a connection.
  const few = spawnSync('sh', ['-c', `ulimit -n 6; exec "${gantry}" view --no-open "${file}"`], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  assert.notEqual(few.status, 0);
  assert.match(few.stderr, /Too many open files/);
});

test('a damaged archive, and a file of another kind, are named with what is wrong', () => {
  const damaged = join(folder, 'damaged.gantry');
  copyFileSync(traceOf('whole', [['main', 0, 4000]]), damaged);
  execFileSync('truncate', ['-s', '3000', damaged]);
  for (const [file, message] of [[damaged, /damaged\.gantry/], ['/bin/true', /true/], [join(folder, 'nowhere'), /nowhere/]]) {
    const found = spawnSync(gantry, ['view', '--no-open', file], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
    assert.ok(found.status > 0, String(found.status));
    assert.match(found.stderr, message);
    assert.equal(found.stderr.trim().split('\n').length, 1, found.stderr);
  }
});

test('a run of one rank has every view, also as a file', async () => {
  const one = ofRanks();
  one.threads = [one.threads[0]];
  one.ranks = undefined;
  delete one.ranks;
  const view = await open(writePage(writeProfile('one-rank', one)));
  await walk(view);
  await view.check();
});
