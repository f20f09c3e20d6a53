// Several views, commands, playback, and what is taken along.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { close, gantry, open, serve, tabTo, writePage, writeProfile } from './browser.mjs';
import { ofRanks } from './profiles.mjs';

let ranks;

before(() => {
  ranks = writeProfile('ranks', ofRanks());
});
after(close);

test('several views: opened, moved and closed by keyboard, and remembered', async () => {
  const view = await open(writePage(ranks));
  // As fast as keys can be pressed.
  await view.tab.keyboard.press('v');
  await view.tab.keyboard.press('v');
  await view.tab.keyboard.press('v');
  await view.tab.waitForSelector('[data-panes="4"]');
  await view.tab.keyboard.press('v');
  assert.equal(await view.tab.locator('.pane').count(), 4);
  await tabTo(view, '[role="separator"][aria-orientation="vertical"]');
  await view.tab.keyboard.press('ArrowRight');
  await view.tab.waitForFunction(() => decodeURIComponent(location.hash).includes('split=55:50'));
  await view.tab.keyboard.press('x');
  await view.tab.waitForSelector('[data-panes="3"]');
  await view.tab.evaluate(() => {
    history.replaceState(null, '', location.pathname);
    location.reload();
  });
  await view.tab.waitForSelector('[data-panes="3"]');
  await view.check();
});

test('commands: a view and a timer by a part of the name', async () => {
  const view = await open(writePage(ranks));
  await view.tab.keyboard.press('Control+k');
  await view.tab.keyboard.type('view comm');
  await view.tab.keyboard.press('Enter');
  await view.ready('communication');
  await view.tab.keyboard.press('Control+Shift+P');
  await view.tab.keyboard.type('timer solve');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForSelector('.details');
  assert.match(await view.tab.textContent('.details-name'), /heat::solve/);
  await view.check();
});

test('a table is copied and saved, a picture is saved as SVG and as PNG', async () => {
  const view = await open(writePage(ranks), 'view=table');
  const saved = async (title) => {
    const [download] = await Promise.all([view.tab.waitForEvent('download'), view.tab.getByRole('button', { name: title, exact: true }).click()]);
    return readFileSync(await download.path());
  };
  const lines = (await saved('CSV')).toString().trim().split('\n');
  const rows = await view.rows('Timers');
  assert.equal(lines.length, rows.length + 1);
  assert.match(lines[0], /^timer,total \[ns\],self \[ns\]/);
  assert.ok(lines[1].startsWith(`${rows[0].name},${rows[0].inclusive},${rows[0].exclusive},`), lines[1]);
  const svg = (await saved('SVG')).toString();
  assert.match(svg, /^<svg /);
  assert.ok(svg.includes('MPI_Send'));
  const png = await saved('PNG');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  await view.tab.getByRole('button', { name: 'Copy table' }).click();
  await view.tab.waitForFunction(() => document.querySelector('.said').textContent === 'Copied 3 rows');
  await view.check();
});

test('a project of the command line opens as it was, and is saved with what it had', async () => {
  const file = ranks.replace(/[^/]*$/, 'ring-project.json');
  execFileSync(gantry, ['project', 'new', file, ranks, '--title', 'Ring', '--program', './ring 4', '--set', 'n=1000', '--revision', 'v1', '--note', 'before', '--notes', 'rank 3 is late']);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), view: 'view=ranks&timer=2', colour: 'red' }));
  const server = await serve(file);
  const view = await open(server.link);
  await view.ready('ranks');
  await view.tab.keyboard.press('Control+k');
  await view.tab.keyboard.type('project');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForSelector('dialog.project[open]');
  assert.equal(await view.tab.inputValue('dialog.project textarea'), 'rank 3 is late');
  assert.match(await view.tab.innerText('dialog.project'), /Configuration: n=1000/);
  const name = ranks.replace(/^.*[/]/, '');
  assert.equal(await view.tab.getByLabel(`Revision of ${name}`).inputValue(), 'v1');
  await view.tab.getByLabel(`Note on ${name}`).fill('after');
  const [download] = await Promise.all([view.tab.waitForEvent('download'), view.tab.getByRole('button', { name: 'Save', exact: true }).click()]);
  assert.equal(download.suggestedFilename(), 'Ring.json');
  writeFileSync(file, readFileSync(await download.path()));
  const shown = execFileSync(gantry, ['project', 'show', file], { encoding: 'utf8' });
  assert.match(shown, /Project +Ring\nProgram +\.[/]ring 4\n/);
  assert.match(shown, / v1 +after\n/);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).colour, 'red');
  await view.check();
  await server.end();
});

test('a project is saved with notes and what is seen, and opened again', async () => {
  const view = await open(writePage(ranks), 'view=ranks&timer=2');
  const palette = async () => {
    await view.tab.keyboard.press('Control+k');
    await view.tab.keyboard.type('project');
    await view.tab.keyboard.press('Enter');
    await view.tab.waitForSelector('dialog.project[open]');
  };
  await palette();
  await view.tab.fill('dialog.project textarea', 'rank 3 is late');
  const [download] = await Promise.all([view.tab.waitForEvent('download'), view.tab.getByRole('button', { name: 'Save', exact: true }).click()]);
  const file = await download.path();
  const project = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([project.format, project.version, project.notes, project.view], ['gantry-project', 1, 'rank 3 is late', 'view=ranks&timer=2']);
  await view.tab.keyboard.press('Escape');
  await view.tab.keyboard.press('1');
  await view.ready('overview');
  await palette();
  await view.tab.setInputFiles('dialog.project input[type=file]', { name: 'p.json', mimeType: 'application/json', buffer: readFileSync(file) });
  await view.ready('ranks');
  for (const [text, message] of [['{', /not JSON/], ['{"format": "other"}', /not a project/], ['{"format": "gantry-project", "version": 9}', /version 9/]]) {
    await view.tab.setInputFiles('dialog.project input[type=file]', { name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await view.tab.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('.said').textContent), message.source);
  }
  await view.check();
});
