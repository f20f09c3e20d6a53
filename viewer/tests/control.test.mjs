// A page changes a program that runs: providers, groups, metrics; and a project in its file. Both only where the server permits it.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { accessible, close, folder, gantry, open, serve, serveBy, startRun, writeProfile } from './browser.mjs';
import { ofRanks } from './profiles.mjs';

const examples = process.env.GANTRY_EXAMPLES;
const skip = !examples;
const script = (name, count) => {
  const file = join(folder, `${name}.rc`);
  writeFileSync(file, `instantiate performance.Native perf\ninstantiate functions.PiFunction pi\ninstantiate functions.SquareFunction square\ninstantiate integrators.Midpoint midpoint\ninstantiate drivers.CXXDriver driver\nparameters driver configuration count set ${count}\nconnect midpoint function pi function\nconnect driver integrate midpoint integrate\ngo driver\n`);
  return file;
};

/** A run that shows itself; the link, and the function that ends it. */
async function serveRun(...words) {
  process.env.GANTRY_SEGMENT_DIR = join(folder, 'segments');
  const program = spawn(gantry, ['run', '--serve', '--no-open', '--quiet', ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  process.on('exit', () => program.kill('SIGKILL'));
  const ended = new Promise((resolve) => program.on('exit', resolve));
  const link = await new Promise((resolve, reject) => {
    let text = '';
    program.stderr.on('data', (part) => {
      text += part;
      if (text.includes('Ctrl-C')) {
        resolve(text.match(/http:\/\/\S+/)[0]);
      }
    });
    ended.then(() => reject(new Error(text)));
  });
  return { link, program, end: () => (program.kill('SIGTERM'), ended) };
}

after(close);

async function reply(view, ok) {
  await view.tab.waitForFunction(() => document.querySelector('.control [role=status]').textContent.startsWith('What is sent'));
  const first = view.tab.locator('.control-log li').first();
  assert.equal(await first.getAttribute('data-ok'), ok ? 'yes' : 'no', await first.innerText());
  return first.innerText();
}

async function send(view, command, ok = true) {
  const before = await view.tab.locator('.control-log li').count();
  await view.tab.fill('[aria-label="Command"] input', command);
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForFunction((count) => document.querySelectorAll('.control-log li').length > count, before);
  return reply(view, ok);
}

test('a page swaps a provider, switches a group off and adds a metric while the program runs', { skip }, async () => {
  const own = await serveRun('--allow-control', '--guarded', '--no-archive', script('controlled', 2_000_000_000));
  const view = await open(own.link, 'view=assembly');
  await view.tab.waitForSelector('[data-live="yes"]');
  await view.tab.waitForFunction(() => document.querySelectorAll('[data-component]').length >= 3);
  await view.tab.keyboard.press('l');
  await view.tab.waitForSelector('[data-drawer="control"] .control');
  const swap = view.tab.locator('[aria-label="Swap a provider"]');
  const connections = swap.locator('select').first();
  await connections.selectOption({ label: 'midpoint function: pi' });
  // Nobody types a name: what is offered fits, and nothing else is offered.
  assert.equal(await swap.locator('input').count(), 0);
  assert.deepEqual(await swap.locator('select').nth(1).locator('option').allTextContents(), ['square function']);
  await swap.locator('select').nth(1).selectOption('square function');
  await swap.getByRole('button', { name: 'Swap' }).click();
  await view.tab.waitForSelector('.control-log li');
  assert.match(await reply(view, true), /^swap midpoint function square function/);
  // The next state of the program has it.
  await view.tab.waitForFunction(() => [...document.querySelectorAll('[aria-label="Swap a provider"] option')].some((one) => one.textContent === 'midpoint function: square'));
  const parameters = view.tab.locator('[aria-label="Parameters"]');
  const set = async (name, value) => {
    await parameters.locator('select').first().selectOption('perf configuration');
    await parameters.locator('select').nth(1).selectOption(name);
    await parameters.locator('input').fill(value);
    const before = await view.tab.locator('.control-log li').count();
    await parameters.getByRole('button').click();
    await view.tab.waitForFunction((count) => document.querySelectorAll('.control-log li').length > count, before);
  };
  await set('disabledGroups', 'square');
  await reply(view, true);
  // What is refused has a reason, and changes nothing.
  await set('selection', '/etc/passwd');
  assert.match(await reply(view, false), /name no files/);
  await set('disabledGroups', '');
  for (const refused of ['save /tmp/x.rc', 'quit', 'go driver']) {
    assert.match(await send(view, refused, false), /not for a browser/);
  }
  assert.match(await send(view, 'chain'), /midpoint function -> square function \(guarded, swapped once\)/);
  assert.match(await send(view, 'swap nothing at all', false), /error/);
  await accessible(view);
  await view.check();
  await own.end();
});

test('a port without a connection is connected from the lists, which follow what was changed', { skip }, async () => {
  const own = await serveRun('--allow-control', '--guarded', '--no-archive', script('opened', 2_000_000_000));
  const view = await open(own.link, 'view=table&drawer=control', { width: 800, height: 600, theme: 'dark' });
  await view.tab.waitForSelector('[aria-label="Swap a provider"]');
  assert.equal(await view.tab.locator('[aria-label="Connect a port"]').count(), 0);
  await send(view, 'instantiate integrators.Simpson simpson');
  const connect = view.tab.locator('[aria-label="Connect a port"]');
  await connect.waitFor();
  assert.deepEqual(await connect.locator('select').first().locator('option').allTextContents(), ['simpson function']);
  assert.deepEqual(await connect.locator('select').nth(1).locator('option').allTextContents(), ['pi function', 'square function']);
  await connect.locator('select').nth(1).selectOption('square function');
  await connect.getByRole('button', { name: 'Connect' }).click();
  await connect.waitFor({ state: 'detached' });
  assert.match(await send(view, 'chain'), /simpson function -> square function/);
  // The integrator that was made just now can take the place of the other one.
  const swap = view.tab.locator('[aria-label="Swap a provider"]');
  await swap.locator('select').first().selectOption({ label: 'driver integrate: midpoint' });
  assert.deepEqual(await swap.locator('select').nth(1).locator('option').allTextContents(), ['simpson integrate']);
  await accessible(view);
  await view.check();
  await own.end();
});

test('lists follow what another page changes', { skip }, async () => {
  const own = await serveRun('--allow-control', '--guarded', '--no-archive', script('shared', 2_000_000_000));
  const view = await open(own.link, 'view=table&drawer=control');
  await view.tab.waitForSelector('[aria-label="Swap a provider"]');
  const other = await view.tab.context().newPage();
  await other.goto(`${new URL(own.link).origin}/#view=table&drawer=control`);
  const lists = other.locator('[aria-label="Swap a provider"]');
  await lists.waitFor();
  // What was chosen there stays so.
  await lists.locator('select').first().selectOption({ label: 'driver integrate: midpoint' });
  await send(view, 'instantiate integrators.Simpson simpson');
  await other.locator('[aria-label="Connect a port"]').waitFor();
  await send(view, 'swap midpoint function square function');
  await other.waitForFunction(() => [...document.querySelectorAll('[aria-label="Swap a provider"] option')].some((one) => one.textContent === 'midpoint function: square'));
  assert.equal(await lists.locator('select').first().inputValue(), 'driver integrate');
  assert.equal(await other.locator('.control-log li').count(), 0);
  await other.close();
  await view.check();
  await own.end();
});

test('without --allow-control a page has no drawer for it', { skip }, async () => {
  const program = await startRun(script('watched', 2_000_000_000));
  const own = await serveBy('serve', String(program.pid));
  const view = await open(own.link);
  await view.tab.waitForSelector('[data-live="yes"]');
  await view.tab.keyboard.press('l');
  await view.tab.keyboard.press('d');
  await view.tab.waitForSelector('[data-drawer="details"]');
  assert.equal(await view.tab.getByRole('button', { name: 'Control', exact: true }).count(), 0);
  await view.check();
  program.kill('SIGKILL');
  assert.equal(await own.end(), 0);
});

test('a program that ends while it is watched is shown from its archive, and takes no commands any more', { skip }, async () => {
  const own = await serveRun('--allow-control', '--archive', 'short.gantry', script('ends', 3_000_000));
  const view = await open(own.link, 'drawer=control');
  await view.tab.waitForFunction(() => document.querySelector('.live').textContent.endsWith('this is its archive.'));
  await view.tab.waitForSelector('[data-drawer="control"] .empty');
  assert.match(await view.tab.innerText('[data-drawer="control"]'), /for a program that runs/);
  await view.check();
  await own.end();
});

async function projectDialog(view) {
  await view.tab.keyboard.press('Control+k');
  await view.tab.keyboard.type('project');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForSelector('dialog.project[open]');
}

test('a project is saved in its own file, with the runs and paths that it has there', async () => {
  const ranks = writeProfile('ranks', ofRanks());
  const file = join(folder, 'saved.json');
  execFileSync(gantry, ['project', 'new', file, ranks, '--title', 'Ring', '--set', 'n=1000']);
  const own = await serve('--allow-control', file);
  const view = await open(own.link, 'view=ranks');
  await projectDialog(view);
  await view.tab.fill('dialog.project textarea', 'rank 3 is late');
  await view.tab.getByLabel('Note on ranks.gantry.json').fill('first');
  // Somebody adds a run meanwhile: it stays.
  const other = writeProfile('other', ofRanks());
  execFileSync(gantry, ['project', 'add', file, other]);
  await view.tab.getByRole('button', { name: 'Save', exact: true }).click();
  await view.tab.waitForFunction(() => document.querySelector('.said').textContent === 'Saved the project in its file');
  const saved = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([saved.title, saved.notes, saved.view, saved.configuration.n], ['Ring', 'rank 3 is late', 'view=ranks', '1000']);
  assert.deepEqual(saved.runs.map(({ name, note }) => [name, note]), [['ranks.gantry.json', 'first'], ['other.gantry.json', undefined]]);
  // A file that has become something else is not written over.
  writeFileSync(file, 'mine now');
  await view.tab.getByRole('button', { name: 'Save', exact: true }).click();
  await view.tab.waitForFunction(() => document.querySelector('.said').textContent.startsWith('Not saved: '));
  assert.equal(readFileSync(file, 'utf8'), 'mine now');
  await view.check();
  assert.equal(await own.end(), 0);
});

test('without --allow-control a project is only downloaded', async () => {
  const file = join(folder, 'kept.json');
  execFileSync(gantry, ['project', 'new', file, writeProfile('ranks', ofRanks()), '--title', 'Ring']);
  const own = await serve(file);
  const view = await open(own.link);
  await projectDialog(view);
  assert.equal(await view.tab.getByRole('button', { name: 'Save a copy' }).count(), 0);
  const opened = await view.tab.evaluate(() => new Promise((resolve) => {
    const socket = new WebSocket(new URL('api/project', location.href).href.replace('http', 'ws'));
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
  }));
  assert.equal(opened, false);
  assert.equal(await own.end(), 0);
});
