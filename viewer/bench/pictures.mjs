// The pictures of docs/guide/viewer.md, made again from the viewer as it is: node bench/pictures.mjs [NAME...], such as `ranks`.
// GANTRY and GANTRY_EXAMPLES as for the tests. With pngquant, of 256 colours. What they show is measured here: look at each.

import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ofHosts } from '../tests/archives.mjs';
import { close, gantry, open, serve } from '../tests/browser.mjs';

const examples = process.env.GANTRY_EXAMPLES;
const tree = join(examples, '..');
const pictures = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
// On some pictures: a path of a few words that is always the same.
const work = join(tmpdir(), 'gantry-demo');
mkdirSync(work);
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const environment = { ...process.env, OMPI_MCA_rmaps_base_oversubscribe: '1', OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' };

function does(program, ...words) {
  execFileSync(program, words, { cwd: work, stdio: ['ignore', 'pipe', 'inherit'], env: environment });
}

function measured(name, options, ...command) {
  const archive = join(work, `${name}.gantry`);
  does(gantry, 'exec', '--quiet', '--output', archive, ...options, '--', ...command);
  return archive;
}

const made = new Map();

/** What several pictures are of, made once. */
function once(name, make) {
  made.set(name, made.get(name) ?? make());
  return made.get(name);
}

function onRanks(name, source, ...words) {
  return once(name, () => {
    const program = name.replace(/-.*/, '');
    does('mpicc', '-O2', '-o', program, join(examples, source), '-lm');
    return measured(name, ['--metrics', 'wall,cpu', '--trace', 'drain', '--modules', 'mpi', '--sample', 'none'], 'mpirun', '-n', '4', `./${program}`, ...words);
  });
}

const before = () => onRanks('ep-before', 'bottlenecks/ep.c', 'before');
const after = () => onRanks('ep-after', 'bottlenecks/ep.c', 'after');
const ring = () => onRanks('ring', 'mpi/ring/ring.c');

function tuned() {
  return once('tuned', () => {
    const archive = join(work, 'tuned.gantry');
    does(gantry, 'run', '--quiet', '--trace', 'drain', '--archive', archive, join(examples, 'self_tuning_pde/short.rc'));
    return archive;
  });
}

/** Three timers, of which one has the work that is asked for. */
const heat = `#include <gantry.h>
#include <stdlib.h>
static volatile double sink;
static void part(const char* name, long steps) {
    const gantry_timer_t timer = gantry_timer(name, "", "heat");
    gantry_start(timer);
    double sum = 0;
    for (long i = 0; i < steps; ++i) { sum += (double)i * 0.5; }
    sink = sum;
    gantry_stop(timer);
}
int main(int count, char** words) {
    for (int i = 0; i < 40; ++i) {
        part("assemble", 1500000);
        part("solve", 10 * atol(words[1]));
        part("write", 90000);
    }
    return 0;
}
`;

function sets() {
  return once('sets', () => {
    writeFileSync(join(work, 'heat.c'), heat);
    does('cc', '-std=gnu99', '-O1', '-rdynamic', '-I', join(tree, 'perf/capi/include'), 'heat.c', '-o', 'heat');
    const folders = [['old', '300000'], ['new', '400000']];
    folders.forEach(([name]) => mkdirSync(join(work, name)));
    // In turn, so that both sets have the same noise.
    for (let run = 1; run <= 10; run += 1) {
      folders.forEach(([name, steps]) => measured(`${name}/${run}`, ['--modules', 'none', '--sample', 'none', '--exact', '--metrics', 'cpu'], './heat', steps));
    }
    return folders.map(([name]) => join(work, name));
  });
}

function written() {
  does('mpicc', '-O2', '-o', 'writer', join(tree, 'tests/mpi/programs/files.c'));
  return measured('writer', ['--sample', 'none'], 'mpirun', '-n', '2', './writer', 'apart');
}

function slept() {
  does('cc', '-O2', '-shared', '-fPIC', '-o', 'sleeps.so', join(examples, 'module/sleeps.c'), '-I', join(tree, 'perf/capi/include'), '-ldl');
  does('cc', '-O2', '-o', 'nap', join(examples, 'module/nap.c'));
  return measured('nap', ['--sample', 'none', '--modules', 'sleeps,stdio', '--path', work], './nap');
}

function sampled() {
  const source = join(work, 'hot.c');
  copyFileSync(join(tree, 'tests/commandline/files/sources.c'), source);
  does('cc', '-g', '-O1', '-o', 'hot', source);
  const archive = measured('hot', ['--sources', '--sample', '1000', '--modules', 'none'], './hot');
  appendFileSync(source, '\n');
  return archive;
}

/** Of each picture: its runs, what is selected, and its size; act() does what an address cannot say. */
const all = {
  overview: { runs: () => [before()], at: 'view=overview', height: 860 },
  timeline: { runs: () => [ring()], at: 'view=timeline', zooms: true },
  groups: { runs: () => [ofHosts()], at: 'view=timeline&closed=0', height: 720 },
  ranks: { runs: () => [before()], at: 'view=ranks&show=states', height: 360 },
  longest: { runs: () => [ring()], at: 'view=ranks&show=longest&view2=ranks&show2=durations.all&split=60:50', height: 540 },
  communication: { runs: () => [ring()], at: 'view=communication', height: 560 },
  assembly: { runs: () => [tuned()], at: 'view=assembly' },
  decisions: { runs: () => [tuned()], at: 'view=assembly&show=decisions', act: chooseDecision },
  costs: { runs: () => [tuned()], at: 'view=assembly&show=costs', height: 620 },
  compare: { runs: () => [before(), after()], at: 'view=compare&show=timelines', height: 640 },
  differences: { runs: sets, at: 'view=compare', height: 720 },
  io: { runs: () => [written()], at: 'view=io', height: 880 },
  modules: { runs: () => [slept()], at: 'view=modules', height: 480 },
  source: { runs: () => [sampled()], at: 'view=flame&metric=sampled&drawer=source', height: 700 },
  four: { runs: () => [ring()], at: 'view=timeline&view2=ranks&show2=states&view3=communication&show3=network&view4=ranks&show4=radial', theme: 'dark', act: playTo },
};

async function chooseDecision(view) {
  await view.tab.locator('[aria-label="Decisions"]').focus();
  await view.tab.keyboard.press('End');
  await view.tab.keyboard.press('Enter');
  await view.tab.waitForSelector('[data-interval]');
}

async function playTo(view) {
  for (let step = 0; step < 150; step += 1) {
    await view.tab.keyboard.press(']');
  }
  await view.tab.waitForSelector('.playback[data-state="STEP"]');
}

/** Messages are seen in some 30 ms of the middle. */
async function middleOf(view) {
  const { from, to } = await view.tab.evaluate(async () => JSON.parse(await (await fetch('api/page')).text()).runs[0].timeline);
  const middle = Math.round(from + 0.7 * (to - from));
  return `&window=${middle}:${middle + 30_000_000}`;
}

/** Nothing is under way any more, as far as two drawings tell. */
const settled = () => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 700));

async function picture(name, { runs, at, height = 800, theme = 'light', act, zooms }) {
  const server = await serve(...runs());
  const view = await open(server.link, '', { height, theme });
  const address = zooms ? at + (await middleOf(view)) : at;
  await view.tab.evaluate((hash) => (location.hash = hash), address);
  await view.tab.evaluate(settled);
  await act?.(view);
  await view.tab.evaluate(settled);
  const file = join(pictures, `viewer-${name}.png`);
  await view.tab.screenshot({ path: file });
  await view.check();
  await server.end();
  try {
    execFileSync('pngquant', ['--force', '--strip', '--output', file, '256', file]);
  } catch {
    process.stderr.write(`${file}: without pngquant, of all colours\n`);
  }
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(all);
for (const name of wanted) {
  if (!all[name] || !existsSync(pictures)) {
    throw new Error(`there is no picture ${name}; there are ${Object.keys(all).join(', ')}`);
  }
  await picture(name, all[name]);
  process.stdout.write(`viewer-${name}.png\n`);
}
await close();
