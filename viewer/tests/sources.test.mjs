// The drawer Source shows the text that the archive keeps, with the numbers of `gantry report --source`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { close, folder, gantry, open, run, serve, writePage } from './browser.mjs';

const program = `volatile double sink;
__attribute__((noinline)) static void hot(long n) {
    double sum = 0;
    for (long i = 0; i < n; ++i) {
        sum += (double)i * 0.5; /* <img src=x onerror=alert(1)> */
    }
    sink = sum;
}
int main(void) {
    for (int i = 0; i < 20; ++i) {
        hot(5000000);
    }
    return 0;
}
`;
const tree = join(folder, 'tree');
const source = join(tree, 'hot.c');
const archive = join(folder, 'hot.gantry');
let why = '';

before(() => {
  mkdirSync(tree);
  writeFileSync(source, program);
  try {
    execFileSync('cc', ['-g', '-O1', '-o', 'hot', source], { cwd: folder, stdio: 'pipe' });
    process.env.GANTRY_SEGMENT_DIR = join(folder, 'segments');
    mkdirSync(process.env.GANTRY_SEGMENT_DIR, { mode: 0o700 });
    execFileSync(gantry, ['exec', '--quiet', '--sources', '--sample', '1000', '--modules', 'none', '--output', archive, '--', './hot'], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    // There is no compiler, or the kernel does not allow sampling.
    why = String(error.stderr ?? error.message);
  }
});
after(close);

function onSampled(name, check) {
  test(name, async (context) => {
    if (why) {
      context.skip(why);
      return;
    }
    await check();
  });
}

function reported() {
  const table = JSON.parse(run('report', '--json', '--raw', '--source', 'hot.c', archive)).views[0];
  const rows = table.rows.map((row) => Object.fromEntries(table.columns.map(({ key }, place) => [key, row[place]])));
  return new Map(rows.map((row) => [String(row.line), row]));
}

async function checkLines(view) {
  const expected = reported();
  const rows = await view.rows('Source lines');
  assert.equal(rows.length, program.split('\n').length - 1);
  assert.ok([...expected.values()].some((row) => row.own > 0));
  for (const row of rows) {
    const { own, whole } = expected.get(row.line) ?? { own: null, whole: null };
    assert.equal(row.own, own ? String(own) : '', row.line);
    assert.equal(row.whole, whole ? String(whole) : '', row.line);
    assert.equal(row.text, program.split('\n')[Number(row.line) - 1]);
  }
}

async function noteOf(view) {
  return view.tab.locator('[data-source] [role=status]').innerText();
}

onSampled('the lines of a file are shown with the numbers of gantry report', async () => {
  const view = await open(writePage(archive), 'view=overview');
  await view.tab.keyboard.press('o');
  await view.tab.waitForSelector(`[data-source="${source}"]`);
  await checkLines(view);
  assert.match(await noteOf(view), /hot\.c: The text at the end of the run\.$/);
  await view.check();
});

onSampled('a server shows them as well, and replies to programs with them', async () => {
  const { link, end } = await serve(archive);
  const view = await open(link, 'drawer=source');
  await view.tab.waitForSelector(`[data-source="${source}"]`);
  await checkLines(view);
  const document = await view.tab.evaluate(async () => (await fetch('api/sources')).json());
  assert.equal(document.files.find((file) => file.path.endsWith('/tree/hot.c')).text.join('\n'), program.trimEnd());
  await view.check();
  await end();
});

onSampled('of a file that was changed or removed the text of the run is shown, and that is said', async () => {
  appendFileSync(source, '/* more */\n');
  let view = await open(writePage(archive), 'drawer=source');
  assert.match(await noteOf(view), /The file has changed since the run; this is its text at the end of the run\.$/);
  await checkLines(view);
  await view.check();

  rmSync(tree, { recursive: true });
  view = await open(writePage(archive), 'drawer=source', { theme: 'dark', width: 800, height: 600 });
  assert.match(await noteOf(view), /The file is gone; this is its text at the end of the run\.$/);
  await view.check();
});

onSampled('another file is chosen, and the address keeps it', async () => {
  const view = await open(writePage(archive), 'drawer=source');
  const choice = view.tab.locator('.source-file select');
  const other = (await choice.locator('option').evaluateAll((all) => all.map((one) => one.value))).find((path) => path !== source);
  if (other) {
    await choice.selectOption(other);
    await view.tab.waitForSelector(`[data-source="${other}"]`);
    assert.ok((await view.tab.evaluate(() => location.hash)).includes('file='));
    assert.match(await noteOf(view), /The archive does not have the text: /);
  }
  await view.check();
});
