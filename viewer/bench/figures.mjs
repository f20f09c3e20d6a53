// How fast the viewer is in a real Chromium: node bench/figures.mjs [--json] [--records N] [--large N] [--seconds N]
//   --records N   starts and stops of the trace that is looked at (default 10,000,000)
//   --large N     of another one, of which only windows are measured (default 100,000,000; 0: none)
//   --seconds N   of panning before memory is measured (default 600)
// GANTRY and GANTRY_EXAMPLES as for the tests. PAIRS: bench-server-pairs, for a live program of 10,000 timers. Times are of this machine as it is; run it while nothing else does.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, gantry, launch, run, serve, serveBy, writePage, writeProfile } from '../tests/browser.mjs';
import { ofPaths } from '../tests/profiles.mjs';

const option = (name, usual) => (process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual);
const records = option('--records', 10_000_000);
const large = option('--large', 100_000_000);
const seconds = option('--seconds', 600);
const windows = 30;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function traced(records) {
  const script = join(folder, `bench${records}.rc`);
  const archive = join(folder, `bench${records}.gantry`);
  writeFileSync(script, `instantiate drivers.CXXDriver d\ninstantiate integrators.Simpson s\ninstantiate functions.PiFunction f\nparameters d configuration count ${Math.round(records / 2)}\nconnect d integrate s integrate\nconnect s function f function\ngo d\n`);
  run('run', '--quiet', '--exact', '--trace', 'drain', '--archive', archive, script);
  return archive;
}

async function newTab() {
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  return context.newPage();
}

/** From the address to the picture of the window in it, in ms. */
function shows(tab, window) {
  return tab.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const begin = performance.now();
        location.hash = `view=timeline&show=states&window=${wanted}`;
        const look = () => (document.querySelector('.timeline-area')?.dataset.drawn === wanted ? resolve(performance.now() - begin) : requestAnimationFrame(look));
        look();
      }),
    window,
  );
}

/** Windows of a trace that were and were not seen before. */
async function windowFigures(tab) {
  const { from, to, count } = await tab.evaluate(async () => {
    const page = JSON.parse(await (await fetch('api/page')).text());
    const { from, to, records: count } = page.runs[0].timeline;
    return { from, to, count };
  });
  const parts = Array.from({ length: windows }, (_, place) => {
    const length = Math.round((to - from) * [0.5, 0.1, 0.01][place % 3]);
    const start = Math.round(from + ((to - from - length) * ((place * 37) % windows)) / windows);
    return `${start}:${start + length}`;
  });
  const [cold, warm] = [[], []];
  for (const list of [cold, warm]) {
    for (const part of parts) {
      list.push(await shows(tab, part));
    }
  }
  return { from, to, figures: { records: count, coldMs: median(cold), coldWorstMs: Math.max(...cold), warmMs: median(warm), warmWorstMs: Math.max(...warm) } };
}

async function opened(tab, link) {
  const begin = performance.now();
  await tab.goto(`${link}#view=timeline&show=states`);
  await tab.waitForSelector('.timeline-area[data-drawn]', { timeout: 120_000 });
  return performance.now() - begin;
}

async function metricsOf(session) {
  return Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
}

async function timelineFigures() {
  const server = await serve(traced(records));
  const tab = await newTab();
  const openedMs = await opened(tab, server.link);
  const { from, to, figures } = await windowFigures(tab);
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable');
  const until = performance.now() + seconds * 1000;
  for (let place = 0; performance.now() < until; place += 1) {
    const length = Math.round((to - from) / 20);
    const start = Math.round(from + (((place * 7919) % 100_000) / 100_000) * (to - from - length));
    await shows(tab, `${start}:${start + length}`);
  }
  const { JSHeapTotalSize } = await metricsOf(session);
  await tab.context().close();
  await server.end();
  return { ...figures, openedMs, pannedSeconds: seconds, heapMb: JSHeapTotalSize / 1e6 };
}

async function largeFigures() {
  if (large === 0) {
    return null;
  }
  const server = await serve(traced(large));
  const tab = await newTab();
  const openedMs = await opened(tab, server.link);
  const { figures } = await windowFigures(tab);
  await tab.context().close();
  await server.end();
  return { ...figures, openedMs };
}

const liveSeconds = 10;

/** How long the main thread of the page works in a second, in each view, while a program with 10,000 timers is followed at 10 Hz. */
async function liveFigures() {
  if (!process.env.PAIRS) {
    return null;
  }
  process.env.GANTRY_SEGMENT_DIR = join(folder, 'segments');
  const program = spawn(gantry, ['exec', '--quiet', '--exact', '--', process.env.PAIRS, '1e5', '10000'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => program.stdout.once('data', resolve));
  program.stdout.resume();
  const { pid } = JSON.parse(run('ps', '--json')).find(({ state }) => state === 'live');
  const server = await serveBy('serve', String(pid));
  const tab = await newTab();
  await tab.goto(`${server.link}#rate=10`);
  await tab.waitForSelector('[data-live="yes"]');
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable');
  const views = {};
  for (const view of ['overview', 'flame', 'table', 'ranks', 'assembly']) {
    await tab.evaluate((id) => (location.hash = `view=${id}&rate=10`), view);
    await tab.waitForSelector(`html[data-ready="${view}"]`);
    const text = () => tab.evaluate(() => document.querySelector('.live').textContent);
    const before = await metricsOf(session);
    let [updates, last] = [0, await text()];
    const begin = performance.now();
    while (performance.now() - begin < liveSeconds * 1000) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      const now = await text();
      updates += now === last ? 0 : 1;
      last = now;
    }
    const took = (performance.now() - begin) / 1000;
    const { TaskDuration } = await metricsOf(session);
    views[view] = { msASecond: (1000 * (TaskDuration - before.TaskDuration)) / took, updatesASecond: updates / took };
  }
  await tab.context().close();
  await server.end();
  process.kill(pid);
  return views;
}

async function scrollFigures() {
  const page = writePage(writeProfile('scroll', ofPaths(1000)));
  const tab = await newTab();
  await tab.goto(`file://${page}#view=table&show=tree`);
  await tab.waitForSelector('[aria-label="Call paths"]');
  const framesASecond = await tab.evaluate(
    () =>
      new Promise((resolve) => {
        const scroller = document.querySelector('[aria-label="Call paths"]');
        const begin = performance.now();
        let frames = 0;
        const next = () => {
          frames += 1;
          scroller.scrollTop = (frames * 60) % (scroller.scrollHeight - scroller.clientHeight);
          const took = performance.now() - begin;
          return took > 3000 ? resolve((1000 * frames) / took) : requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
  );
  await tab.context().close();
  return { scrollFramesASecond: framesASecond };
}

const figures = { ...(await scrollFigures()), ...(await timelineFigures()), large: await largeFigures(), live: await liveFigures() };
const goals = [
  ['1,000 rows scroll', figures.scrollFramesASecond, '>=', 20, 'frames/s'],
  [`first picture of ${figures.records} starts and stops`, figures.openedMs, '<=', 1000, 'ms'],
  ['another window, median', figures.coldMs, '<=', 200, 'ms'],
  ['a window that was seen before, median', figures.warmMs, '<=', 100, 'ms'],
  ...(figures.large
    ? [
        [`another window of ${figures.large.records} starts and stops, median`, figures.large.coldMs, '<=', 200, 'ms'],
        ['one of it that was seen before, median', figures.large.warmMs, '<=', 100, 'ms'],
      ]
    : []),
  [`memory of the page after ${seconds} s of panning`, figures.heapMb, '<=', 300, 'MB'],
  ...Object.entries(figures.live ?? {}).map(([view, { msASecond, updatesASecond }]) => [`10,000 live timers, ${updatesASecond.toFixed(1)} updates/s: ${view}`, msASecond, '<=', 50, 'ms/s']),
];
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ format: 'gantry-viewer-figures', version: 2, ...figures }, null, 2));
} else {
  for (const [name, value, sign, goal, unit] of goals) {
    const held = sign === '<=' ? value <= goal : value >= goal;
    console.log(`${name.padEnd(62)} ${value.toFixed(1).padStart(8)} ${unit.padEnd(9)} goal ${sign} ${goal}${held ? '' : '  missed'}`);
  }
}
await (await launch()).close();
