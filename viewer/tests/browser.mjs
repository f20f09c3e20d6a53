// What all tests of the page need: `gantry`, its reports, and a browser that forgives nothing.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

export const gantry = process.env.GANTRY ?? 'gantry';
export const folder = mkdtempSync(join(tmpdir(), 'gantry-viewer-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export function run(...words) {
  return execFileSync(gantry, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The table of a view as `gantry report --json` has it: rows as objects by key. */
export function report(file, view, ...words) {
  const document = JSON.parse(run('report', '--json', '--raw', `--${view}`, ...words, file));
  const table = document.views[0];
  return table.rows.map((row) => Object.fromEntries(table.columns.map((column, index) => [column.key, row[index]])));
}

export function query(file, sql) {
  return JSON.parse(run('query', '--json', '--raw', file, sql)).rows;
}

export function writeProfile(name, profile) {
  const file = join(folder, `${name}.gantry.json`);
  writeFileSync(file, JSON.stringify(profile));
  return file;
}

export function writePage(file) {
  const page = `${file}.html`;
  run('report', '--html', '--raw', '--output', page, file);
  return page;
}

let browser;
export async function launch() {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: ['--no-sandbox'] });
  return browser;
}
export async function close() {
  await browser?.close();
  browser = undefined;
}

/** Starts a program that measures, and waits until it does. */
export async function startRun(script) {
  process.env.GANTRY_SEGMENT_DIR = join(folder, 'segments');
  const program = spawn(gantry, ['run', '--no-archive', script], { cwd: folder, stdio: 'ignore' });
  process.on('exit', () => program.kill('SIGKILL'));
  for (;;) {
    try {
      if (/::\w+/.test(run('top', '--once', String(program.pid)))) {
        return program;
      }
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Serves runs; the link that lets a browser in, and the function that ends the server with its exit status. */
export function serve(...files) {
  return serveBy('view', ...files);
}

export async function serveBy(command, ...words) {
  const server = spawn(gantry, [command, '--no-open', '--raw', ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => server.kill());
  const ended = new Promise((resolve) => server.on('exit', resolve));
  // Read to the end: it writes again when its link was used.
  const link = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (part) => {
      text += part;
      if (text.includes('Ctrl-C')) {
        resolve(text.match(/http:\/\/\S+/)[0]);
      }
    });
    ended.then(() => reject(new Error(`gantry ${command} has ended`)));
  });
  return { link, pid: server.pid, end: () => (server.kill('SIGTERM'), ended) };
}

/** Opens a page, of which everything may take as long as `patience` in ms; prepare() gets the empty tab. check() fails if the browser complained or the page asked anybody for anything. */
export async function open(page, fragment = '', { width = 1280, height = 800, theme = 'light', motion = 'reduce', patience = 30_000, prepare = async () => {} } = {}) {
  const context = await (await launch()).newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: motion, acceptDownloads: true, locale: 'en-US', timezoneId: 'UTC' });
  const tab = await context.newPage();
  tab.setDefaultTimeout(patience);
  await prepare(tab);
  const served = page.startsWith('http:');
  const url = served ? page : pathToFileURL(page).href;
  const expected = (asked) => (served ? new URL(asked).origin === new URL(url).origin : asked.split('#')[0] === url);
  const complaints = [];
  tab.on('console', (message) => complaints.push(`console: ${message.text()}`));
  tab.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  tab.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  tab.on('request', (request) => !expected(request.url()) && complaints.push(`request: ${request.url()}`));
  await tab.goto(`${url}#${fragment}`);
  await tab.waitForSelector('html[data-ready]');
  return {
    tab,
    ready: (view) => tab.waitForSelector(`html[data-ready="${view}"]`),
    /** Rows of a table by the keys of their columns, as raw values. */
    rows: (name) =>
      tab.$$eval(`[aria-label="${name}"] tbody tr[data-row]`, (rows) =>
        rows.map((row) => Object.fromEntries([...row.querySelectorAll('td')].map((cell) => [cell.dataset.key, cell.dataset.value]))),
      ),
    values: (selector) => tab.$$eval(selector, (all) => all.map((one) => Number(one.dataset.value))),
    check: async () => {
      assert.deepEqual(complaints, []);
      await context.close();
    },
  };
}

/** What an answer of the timeline has, rows as objects by key. */
export function queried(file, kind, ...words) {
  const answer = JSON.parse(run('trace', '--query', kind, '--json', ...words, file));
  return answer.rows.map((row) => Object.fromEntries(answer.keys.map(({ key }, place) => [key, row[place]])));
}

/** Goes on with Tab until an element that fits has the focus, as somebody without a mouse does. */
export async function tabTo(view, selector) {
  for (let step = 0; step < 200; step += 1) {
    await view.tab.keyboard.press('Tab');
    if (await view.tab.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) {
      return;
    }
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Chooses one of the pictures of a view. */
export async function choose(view, choice) {
  await tabTo(view, `[data-choice="${choice}"]`);
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForSelector(`[data-choice="${choice}"][aria-pressed="true"]`);
}

export function near(actual, expected, part = 1e-9, slack = 1e-9) {
  assert.ok(Math.abs(actual - expected) <= Math.abs(expected) * part + slack, `${actual} is not ${expected}`);
}

export function sumOf(values) {
  return values.reduce((all, value) => all + Number(value), 0);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe finds nothing serious in what is seen, light and dark. */
export async function accessible(view) {
  for (const colorScheme of ['light', 'dark']) {
    await view.tab.emulateMedia({ colorScheme });
    await view.tab.evaluate(axe);
    const found = await view.tab.evaluate(async () => (await window.axe.run()).violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`.slice(0, 400)));
    assert.deepEqual(found, []);
  }
}
