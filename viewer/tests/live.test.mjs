// A program that runs: each view is up to date while it is looked at, and all of them are when it has ended.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { close, folder, open, serveBy, startRun } from './browser.mjs';

const skip = process.env.GANTRY_EXAMPLES === undefined;
after(close);

/** Waits until the calls of the timer of the function in the table of that name have risen twice. */
async function rises(view, table) {
  const calls = () => view.tab.evaluate((name) => Math.max(...[...document.querySelectorAll(`[aria-label="${name}"] td[data-key="calls"]`)].map((cell) => Number(cell.dataset.value))), table);
  await view.tab.waitForSelector(`[aria-label="${table}"] tr[data-row]`);
  for (let times = 0; times < 2; times += 1) {
    const before = await calls();
    await view.tab.waitForFunction(
      ([name, least]) => [...document.querySelectorAll(`[aria-label="${name}"] td[data-key="calls"]`)].some((cell) => Number(cell.dataset.value) > least),
      [table, before],
    );
  }
}

async function show(view, fragment) {
  await view.tab.evaluate((hash) => (location.hash = hash), fragment);
}

test('values rise in each table that is looked at, and at the end all tables are of the same state', { skip }, async () => {
  const script = join(folder, 'rising.rc');
  writeFileSync(script, 'instantiate drivers.CXXDriver d\ninstantiate integrators.Simpson s\ninstantiate functions.PiFunction f\nparameters d configuration count 2000000000\nconnect d integrate s integrate\nconnect s function f function\ngo d\n');
  const program = await startRun(script);
  const own = await serveBy('serve', '--interval', '0.1', String(program.pid));
  const view = await open(own.link, 'view=table&rate=10');
  await view.tab.waitForSelector('[data-live="yes"]');
  await rises(view, 'Timers');
  // Another thread than that which draws reads what the server sends.
  assert.equal(view.tab.workers().length, 1);
  await show(view, 'view=table&show=tree&rate=10');
  await rises(view, 'Call paths');
  await show(view, 'view=table&rate=10');
  await rises(view, 'Timers');

  program.kill('SIGKILL');
  await view.tab.waitForFunction(() => document.querySelector('.live').textContent.startsWith('The program has ended'));
  const timers = await view.rows('Timers');
  await show(view, 'view=table&show=tree');
  // The parts that were not looked at come with the last state.
  await view.tab.waitForFunction((least) => [...document.querySelectorAll('[aria-label="Call paths"] td[data-key="calls"]')].some((cell) => Number(cell.dataset.value) === least), Math.max(...timers.map(({ calls }) => Number(calls))));
  const paths = await view.rows('Call paths');
  assert.deepEqual(paths.map(({ calls }) => calls).sort(), timers.map(({ calls }) => calls).sort());
  await view.check();
  assert.equal(await own.end(), 0);
});
