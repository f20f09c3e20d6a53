// The views I/O and Modules have the numbers of `gantry report --io`, `gantry report --module` and `gantry query`.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accessible, close, folder, gantry, near, open, query, run, serve, serveBy, sumOf, tabTo, writePage, writeProfile } from './browser.mjs';
import { ofRanks } from './profiles.mjs';
import { asShown, tablesOf } from './tables.mjs';

const examples = process.env.GANTRY_EXAMPLES;
const environment = { ...process.env, OMPI_MCA_rmaps_base_oversubscribe: '1', OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' };

/** Runs a program with modules; the archive. */
function measured(name, words, options = ['--modules', 'posix,stdio']) {
  const archive = join(folder, `${name}.gantry`);
  execFileSync(gantry, ['exec', '--quiet', '--sample', 'none', ...options, '--output', archive, '--', ...words], { cwd: folder, stdio: 'pipe', env: environment });
  return archive;
}

/** What a compiler makes of a source of the examples or tests; false: there is no such compiler. */
function compiled(compiler, output, source, ...words) {
  if (!examples) {
    return false;
  }
  try {
    execFileSync(compiler, ['-O2', '-o', output, join(examples, source), ...words], { cwd: folder, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

let alone;
let page;
let ranks;
let outside;
before(() => {
  // Small accesses, each at the end of the one before, and most of them in the middle of a page.
  writeFileSync(join(folder, 'original'), Buffer.alloc(150_000));
  alone = measured('alone', ['dd', 'if=original', 'of=copied', 'bs=100', 'count=1500', 'status=none']);
  page = writePage(alone);
  if (compiled('mpicc', 'files', '../tests/mpi/programs/files.c')) {
    ranks = measured('ranks', ['mpirun', '-n', '2', './files', 'apart'], []);
  }
  if (compiled('cc', 'sleeps.so', 'module/sleeps.c', '-shared', '-fPIC', '-I', join(examples ?? '', '../perf/capi/include'), '-ldl') && compiled('cc', 'nap', 'module/nap.c')) {
    outside = measured('nap', ['./nap'], ['--modules', 'sleeps,posix', '--path', folder]);
  }
});
after(close);

/** A test on a run that not every machine can make. */
function ifMade(archive, missing, title, work) {
  test(title, async (context) => {
    if (!archive()) {
      context.skip(missing);
      return;
    }
    await work(archive());
  });
}
const onRanks = (title, work) => ifMade(() => ranks, 'MPI is not installed', title, work);
const onOutside = (title, work) => ifMade(() => outside, 'there is no compiler', title, work);

test('key numbers, totals, sizes and files are those of gantry report', async () => {
  const tables = tablesOf(alone);
  const view = await open(page, 'view=io', { height: 3000 });
  const facts = await view.tab.$$eval('[data-fact]', (all) => Object.fromEntries(all.map((one) => [one.dataset.fact, Number(one.dataset.value)])));
  assert.equal(facts.writes, sumOf(tables.io.map((row) => row.writes)));
  assert.equal(facts.written, sumOf(tables.io.map((row) => row.bytesWritten)));
  const time = sumOf(tables.io.flatMap((row) => [row.readTime, row.writeTime, row.metadataTime]));
  assert.equal(facts['time of I/O'], time);
  assert.equal(facts['of it beside computing of other threads'], sumOf(tables.ioOverlap.map((row) => row.overlapMost)));
  near(facts['of the run time'], time / query(alone, 'SELECT time_ns FROM run')[0][0]);
  for (const [name, table] of [['Totals of I/O', tables.io.map((row) => ({ ...row, readRate: row.readTime > 0 ? (row.bytesRead / row.readTime) * 1e9 : '', writeRate: row.writeTime > 0 ? (row.bytesWritten / row.writeTime) * 1e9 : '' }))], ['Files', tables.ioFiles]]) {
    const shown = await view.rows(name);
    assert.ok(shown.length > 0);
    assert.deepEqual(shown, asShown(table, shown), name);
  }
  for (const what of ['reads', 'writes']) {
    assert.deepEqual(await view.values(`[aria-label="All files: ${what} by size"] .bar-value`), tables.ioSizes.map((row) => row[what]));
  }
  const parts = await view.tab.$$eval('[aria-label="Time of I/O by module"] td[data-part]', (all) => all.map((one) => [one.dataset.part, Number(one.dataset.value)]));
  assert.deepEqual(parts, tables.io.flatMap((row) => [...['openTime', 'readTime', 'writeTime'].map((key) => [key, row[key]]), ['otherTime', row.metadataTime - row.openTime]]));
  await accessible(view);
  await view.check();
});

test('file systems have the numbers of gantry report, and each file is in one', async () => {
  const { ioFileSystems, ioFiles } = tablesOf(alone);
  const view = await open(page, 'view=io', { height: 3000 });
  const shown = await view.rows('File systems');
  assert.ok(shown.length > 0);
  assert.deepEqual(shown, asShown(ioFileSystems, shown));
  assert.deepEqual(await view.values('[aria-label="Time of I/O by file system"] .bar-value'), ioFileSystems.map((row) => row.time).slice(0, 12));
  assert.equal(sumOf(ioFileSystems.map((row) => row.bytesWritten)), sumOf(ioFiles.map((row) => row.bytesWritten)));
  const known = new Set(ioFileSystems.map((row) => row.fileSystem));
  assert.ok(ioFiles.every((row) => known.has(row.fileSystem)));
  await view.check();
});

test('bars of files are sorted by time, bytes and operations', async () => {
  const files = tablesOf(alone).ioFiles;
  const values = { time: (row) => row.time, bytes: (row) => row.bytesRead + row.bytesWritten, operations: (row) => row.reads + row.writes + row.metadata };
  for (const [measure, of] of Object.entries(values)) {
    const view = await open(page, measure === 'time' ? 'view=io' : `view=io&show=${measure}`);
    const expected = files.map(of).filter((value) => value > 0).sort((a, b) => b - a).slice(0, 12);
    assert.deepEqual(await view.values(`[aria-label="Files by ${measure}"] .bar-value`), expected);
    await view.check();
  }
});

test('findings have their file, evidence and advice, and the time that they can gain', async () => {
  const { ioFindings } = tablesOf(alone);
  assert.ok(ioFindings.some((row) => row.rule === 'tiny-writes' && row.file.endsWith('/copied')));
  const view = await open(page, 'view=io');
  const shown = await view.tab.$$eval('[data-rule]', (all) => all.map((one) => ({ rule: one.dataset.rule, file: one.dataset.file, time: Number(one.dataset.value), text: one.textContent })));
  assert.deepEqual(
    shown.map(({ rule, file, time }) => ({ rule, file, time })),
    [...ioFindings].sort((a, b) => b.time - a.time).map(({ rule, file, time }) => ({ rule, file, time })),
  );
  for (const { rule, file, text } of shown) {
    const found = ioFindings.find((row) => row.rule === rule && row.file === file);
    assert.ok(text.includes(found.evidence) && text.includes(found.advice), text);
  }
  await view.check();
});

test('a click on a file shows all that was recorded of it, and a link opens it again', async () => {
  const view = await open(page, 'view=io&search=copied', { height: 1200 });
  await view.tab.click('[aria-label="Files by time"] button.bar');
  await view.tab.waitForSelector('.record-details');
  const recorded = query(alone, "SELECT field, value FROM module_values WHERE module = 'posix' AND name LIKE '%/copied' AND value <> 0 ORDER BY field");
  const shown = await view.tab.$$eval('[data-field]', (all) => all.map((one) => [one.dataset.field.replace('posix.', ''), Number(one.dataset.value)]));
  const isSize = ([field]) => /^(reads|writes)_(to|above)_|^common_/.test(field);
  assert.ok(recorded.length > 5);
  assert.deepEqual(shown.sort(), recorded.filter((row) => !isSize(row)).sort());
  assert.equal(await view.tab.getAttribute('[data-common]', 'data-common'), '100:1500');
  assert.equal(sumOf(await view.values('[aria-label="posix of the record: writes by size"] .bar-value')), 1500);
  const [file] = tablesOf(alone).ioFiles.filter((row) => row.file.endsWith('/copied'));
  const shares = await view.tab.$$eval('[data-share]', (all) => Object.fromEntries(all.map((one) => [one.dataset.share, Number(one.dataset.value)])));
  assert.deepEqual(shares, { onward: file.onward, adjacent: file.adjacent, unaligned: file.unaligned });
  assert.match(await view.tab.textContent('.record-details'), /tiny-writes \(posix\): 1500 of 1500 writes moved 1 KiB or less/);
  await accessible(view);
  const link = view.tab.url().split('#')[1];
  await view.check();
  const again = await open(page, link);
  assert.match(await again.tab.textContent('.record-details h2'), /\/copied$/);
  await again.check();
});

test('files are found and opened by keyboard', async () => {
  const view = await open(page);
  await view.tab.keyboard.press('9');
  await view.ready('io');
  await tabTo(view, '[aria-label="Files"]');
  await view.tab.keyboard.press('ArrowDown');
  await view.tab.keyboard.press('Enter');
  const second = tablesOf(alone).ioFiles[1];
  assert.equal(await view.tab.textContent('.record-details h2'), second.file);
  await view.tab.keyboard.press('Escape');
  await view.tab.waitForSelector('.drawer', { state: 'detached' });
  await view.check();
});

/** The map, and the table below it, against the map of the report. */
async function checkOverTime(archive, module) {
  const map = tablesOf(archive).ioMap.filter((row) => row.module === module);
  assert.ok(map.length > 0);
  const view = await open(writePage(archive), `view=io&show=${module}`, { height: 3000 });
  const valuesOf = (row) => row.bytesOfIntervals.split(' ').map(Number);
  const rows = await view.tab.$$eval('[data-process]', (all) => all.map((one) => [one.dataset.process, Number(one.dataset.bytes)]));
  const processes = [...new Set(map.map((row) => row.process))];
  assert.deepEqual(rows, processes.map((process) => [process, sumOf(map.filter((row) => row.process === process).flatMap(valuesOf))]));
  const columns = valuesOf(map[0]).map((_, at) => sumOf(map.map((row) => valuesOf(row)[at])));
  assert.deepEqual(await view.tab.$$eval('[data-sum]', (all) => all.map((one) => Number(one.dataset.sum))), columns.filter((value) => value > 0));
  const expected = processes.flatMap((process) =>
    columns.flatMap((_, at) => {
      const [read, written] = ['read', 'written'].map((direction) => sumOf(map.filter((row) => row.process === process && row.direction === direction).map((row) => valuesOf(row)[at])));
      return read + written > 0 ? [{ process, from: at * map[0].interval, to: (at + 1) * map[0].interval, read, written }] : [];
    }),
  );
  const table = await view.rows('Bytes by interval');
  assert.ok(table.length > 0);
  assert.equal(await view.tab.locator('[aria-label="Bytes by interval"]').getAttribute('aria-rowcount'), String(expected.length + 1));
  assert.deepEqual(table, asShown(expected.slice(0, table.length), table));
  await view.tab.click('[aria-label="Bytes"] [data-choice="written"]');
  await view.tab.waitForSelector('[data-choice="written"][aria-pressed="true"]');
  assert.equal(Number(await view.tab.getAttribute('[data-map]', 'data-bytes')), sumOf(map.filter((row) => row.direction === 'written').flatMap(valuesOf)));
  await accessible(view);
  await view.check();
}

test('bytes over time of one process are those of the report', async () => {
  await checkOverTime(alone, 'posix');
});

onRanks('bytes over time have a row for each rank, and sums at the edges', async (archive) => {
  await checkOverTime(archive, 'mpiio');
  await checkOverTime(archive, 'posix');
});

onRanks('of a shared file the fastest and the slowest rank and the deviation are those of the report', async (archive) => {
  const { ioShared, ioProcesses } = tablesOf(archive);
  const shared = ioShared.find((row) => row.module === 'mpiio');
  const times = query(archive, `SELECT rank, sum(value) FROM module_values WHERE module = 'mpiio' AND name = '${shared.file}' AND field IN ('read_time', 'write_time', 'meta_time') GROUP BY rank ORDER BY 2, 1`);
  assert.equal(times.length, 2);
  assert.deepEqual([[shared.fastestRank, shared.fastestTime], [shared.slowestRank, shared.slowestTime]], times);
  near(shared.timeDeviation, (times[1][1] - times[0][1]) / 2, 1e-6);
  const view = await open(writePage(archive), 'view=io', { height: 3000 });
  const shown = await view.rows('Shared files');
  assert.deepEqual(shown, asShown(ioShared, shown));
  assert.deepEqual(await view.values('[aria-label="Time of I/O by process"] .bar-value'), ioProcesses.map((row) => row.time).slice(0, 16));
  await accessible(view);
  await view.check();
});

onOutside('a module from outside is shown with its report, and its fields with units and values', async (archive) => {
  const view = await open(writePage(archive), 'view=modules&show=sleeps');
  const report = JSON.parse(run('report', '--json', '--raw', '--module', 'sleeps', archive)).views[0];
  const shown = await view.rows('Report of sleeps');
  assert.deepEqual(shown, asShown(report.rows.map((row) => Object.fromEntries(report.columns.map(({ key }, place) => [key, row[place]]))), shown));
  assert.match(await view.tab.textContent('.modules'), /Where the program slept/);
  const values = query(archive, "SELECT name, field, value FROM module_values WHERE module = 'sleeps'");
  const records = await view.rows('Records of sleeps');
  assert.ok(values.length > 6);
  for (const [name, field, value] of values) {
    assert.equal(Number(records.find((row) => row['(name)'] === name)[field]), value, `${name} ${field}`);
  }
  const heads = await view.tab.$$eval('[aria-label="Records of sleeps"] th', (all) => all.map((one) => one.textContent));
  assert.ok(heads.includes('calls') && heads.includes('slept'), String(heads));
  await accessible(view);
  await tabTo(view, '[aria-label="Records of sleeps"]');
  await view.tab.keyboard.press('Enter');
  assert.equal(await view.tab.textContent('.record-details h2'), records[0]['(name)']);
  await view.check();
});

test('every module has all its records, those of posix as well', async () => {
  const view = await open(page, 'view=modules&show=posix', { height: 1600, width: 1600 });
  const records = await view.rows('Records of posix');
  for (const [name, field, value] of query(alone, "SELECT name, field, value FROM module_values WHERE module = 'posix' AND value <> 0")) {
    assert.equal(Number(records.find((row) => row['(name)'] === name)?.[field]), value, `${name} ${field}`);
  }
  await view.check();
});

test('a server shows the same', async () => {
  const server = await serve(alone);
  const view = await open(server.link, 'view=io');
  await view.ready('io');
  const expected = tablesOf(alone).ioFiles.map((row) => row.time).filter((value) => value > 0).slice(0, 12);
  assert.deepEqual(await view.values('[aria-label="Files by time"] .bar-value'), expected);
  await view.check();
  await server.end();
});

test('files of a program that runs are up to date, and its records as well', async () => {
  process.env.GANTRY_SEGMENT_DIR = join(folder, 'segments');
  const program = spawn(gantry, ['exec', '--quiet', '--modules', 'posix', '--sample', 'none', '--output', join(folder, 'endless.gantry'), '--', 'sh', '-c', 'i=0; while [ $i -lt 20000000 ]; do echo line > endless; i=$((i + 1)); done'], { cwd: folder, stdio: 'ignore', detached: true });
  const end = () => process.kill(-program.pid, 'SIGKILL');
  process.on('exit', () => {
    try {
      end();
    } catch {
      // It has ended.
    }
  });
  let measured;
  while (!measured) {
    measured = run('ps').match(/^ *(\d+) +live.*endless/m);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const server = await serveBy('serve', '--interval', '0.1', measured[1]);
  const view = await open(server.link, 'view=io&rate=10');
  await view.tab.waitForSelector('[data-live="yes"]');
  const rises = async (selector) => {
    await view.tab.waitForSelector(selector);
    const before = Number(await view.tab.getAttribute(selector, 'data-value'));
    await view.tab.waitForFunction(([one, least]) => Number(document.querySelector(one).dataset.value) > least, [selector, before]);
  };
  await rises('[data-fact="writes"]');
  await view.tab.evaluate(() => (location.hash = 'view=modules&show=posix&rate=10'));
  await rises('[aria-label="Records of posix"] [data-key="writes"]');
  end();
  await view.tab.waitForFunction(() => document.querySelector('.live').textContent.startsWith('The program has ended'));
  await view.check();
  assert.equal(await server.end(), 0);
});

/** What a button of the view saves. */
async function saved(view, button) {
  const [download] = await Promise.all([view.tab.waitForEvent('download'), view.tab.click(`.pane-tools button:text-is("${button}")`)]);
  return readFileSync(await download.path(), 'utf8');
}

test('what is saved has whole names, and a picture ends a table where its scrolled part ends', async () => {
  const archive = measured('several', ['sh', '-c', 'i=0; while [ $i -lt 40 ]; do echo $i > a_name_that_is_too_long_for_the_label_of_a_bar_$i; i=$((i + 1)); done']);
  const view = await open(writePage(archive), 'view=io', { height: 2000 });
  const csv = await saved(view, 'CSV');
  assert.match(csv, /^posix \/\S+\/a_name_that_is_too_long_for_the_label_of_a_bar_\d+,\d+$/m);
  const names = await view.tab.$eval('[aria-label="Files"]', (table) => {
    const { bottom } = table.getBoundingClientRect();
    const cells = [...table.querySelectorAll('tbody td[data-key="file"]')].map((cell) => [cell.dataset.value, cell.getBoundingClientRect().top >= bottom]);
    return { seen: cells.filter(([, isBelow]) => !isBelow).map(([name]) => name), below: cells.filter(([, isBelow]) => isBelow).map(([name]) => name) };
  });
  const svg = await saved(view, 'SVG');
  assert.ok(names.seen.length > 5 && names.below.length > 0);
  assert.ok(names.seen.every((name) => svg.includes(`${name}<`)));
  assert.ok(names.below.every((name) => !svg.includes(`${name}<`)));
  await view.check();
});

/** A page whose data were changed. */
function changed(name, change) {
  const html = readFileSync(page, 'utf8');
  const begin = '<script type="application/json" id="data">';
  const from = html.indexOf(begin) + begin.length;
  const to = html.indexOf('</script>', from);
  const data = JSON.parse(html.slice(from, to));
  change(data.runs[0]);
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html.slice(0, from) + JSON.stringify(data).replaceAll('<', '\\u003c') + html.slice(to));
  return file;
}

test('many ranks fit into the map, with a label for some of them', async () => {
  const many = changed('many', (one) => {
    const { rows } = one.views.ioMap;
    const [first] = rows;
    one.views.ioMap.rows = Array.from({ length: 300 }, (_, rank) => first.map((value, place) => (place === 1 ? `rank ${rank}` : value)));
  });
  for (const [width, height, theme] of [[1280, 800, 'light'], [800, 600, 'dark']]) {
    const view = await open(many, 'view=io', { width, height, theme });
    assert.equal(await view.tab.locator('[data-process]').count(), 256);
    assert.ok((await view.tab.locator('.map-label').count()) < 120);
    assert.match(await view.tab.textContent('.over-time'), /The first 256 of 300 processes/);
    assert.ok(await view.tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await accessible(view);
    await view.check();
  }
});

test('names of files that look like HTML are shown and do nothing', async () => {
  const name = '<img src=x onerror="document.documentElement.dataset.harmed=1">';
  const evil = changed('evil', (one) => {
    one.views.ioFiles.rows[0][0] = name;
    one.modules.list[0].names[0] = name;
    one.modules.list[0].name = name;
  });
  for (const id of ['io', 'modules']) {
    const view = await open(evil, `view=${id}`);
    assert.equal(await view.tab.evaluate(() => document.documentElement.dataset.harmed), undefined);
    assert.equal(await view.tab.locator('img').count(), 0);
    await view.check();
  }
});

test('what is missing is said in red, by module', async () => {
  const incomplete = changed('incomplete', (one) => {
    const place = one.views.io.columns.findIndex(({ key }) => key === 'missing');
    one.views.io.rows[0][place] = '3 files were counted in (other): raise GANTRY_IO_FILES';
    one.modules.list[0].partial = 'a part';
  });
  const view = await open(incomplete, 'view=io');
  assert.match(await view.tab.textContent('.notes .bad, .bad'), /Incomplete, \w+: 3 files were counted in \(other\): raise GANTRY_IO_FILES/);
  await view.check();
});

test('the views fit into a window of 800 to 600 pixels, light and dark, with the drawer open', async () => {
  for (const theme of ['light', 'dark']) {
    for (const id of ['io', 'modules', 'io&view2=modules']) {
      for (const drawer of ['', '&drawer=details']) {
        const view = await open(page, `view=${id}${drawer}`, { width: 800, height: 600, theme });
        assert.ok(await view.tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), id);
        await accessible(view);
        await view.check();
      }
    }
  }
});

test('a run without modules says which modules would show something', async () => {
  const none = writePage(writeProfile('none', ofRanks()));
  for (const [id, text] of [['io', /No access to files was recorded/], ['modules', /No module recorded anything/]]) {
    const view = await open(none, `view=${id}`);
    assert.match(await view.tab.textContent('.empty'), text);
    await view.check();
  }
});

test('the page of a run with 1,000 files has at most 1 MB', () => {
  const archive = measured('many_files', ['sh', '-c', 'i=0; while [ $i -lt 1000 ]; do echo $i > file$i; i=$((i + 1)); done'], ['--modules', 'posix,stdio']);
  const html = writePage(archive);
  assert.equal(query(archive, "SELECT count(DISTINCT name) FROM module_values WHERE name LIKE '%/file%'")[0][0], 1000);
  const { size } = statSync(html);
  assert.ok(size <= 1_000_000, `${size} bytes`);
});
