// How fast the viewer is in a real Chromium: node bench/figures.mjs [--json] [--records N] [--seconds N]
//   --records N   starts and stops of the trace that is looked at (default 10,000,000)
//   --seconds N   of panning before memory is measured (default 600)
// GANTRY and GANTRY_EXAMPLES as for the tests. Times are of this machine as it is; run it while nothing else does.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, launch, run, serve, writePage, writeProfile } from '../tests/browser.mjs';
import { ofPaths } from '../tests/profiles.mjs';

const option = (name, usual) => (process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual);
const records = option('--records', 10_000_000);
const seconds = option('--seconds', 600);
const windows = 30;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function traced() {
  const script = join(folder, 'bench.rc');
  const archive = join(folder, 'bench.gantry');
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

async function timelineFigures() {
  const server = await serve(traced());
  const tab = await newTab();
  const begin = performance.now();
  await tab.goto(`${server.link}#view=timeline&show=states`);
  await tab.waitForSelector('.timeline-area[data-drawn]');
  const opened = performance.now() - begin;
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
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable');
  const until = performance.now() + seconds * 1000;
  for (let place = 0; performance.now() < until; place += 1) {
    const length = Math.round((to - from) / 20);
    const start = Math.round(from + (((place * 7919) % 100_000) / 100_000) * (to - from - length));
    await shows(tab, `${start}:${start + length}`);
  }
  const metrics = Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  await tab.context().close();
  await server.end();
  return { records: count, openedMs: opened, coldMs: median(cold), coldWorstMs: Math.max(...cold), warmMs: median(warm), warmWorstMs: Math.max(...warm), pannedSeconds: seconds, heapMb: metrics.JSHeapTotalSize / 1e6 };
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

const figures = { ...(await scrollFigures()), ...(await timelineFigures()) };
const goals = [
  ['1,000 rows scroll', figures.scrollFramesASecond, '>=', 20, 'frames/s'],
  [`first picture of ${figures.records} starts and stops`, figures.openedMs, '<=', 1000, 'ms'],
  ['another window, median', figures.coldMs, '<=', 200, 'ms'],
  ['a window that was seen before, median', figures.warmMs, '<=', 100, 'ms'],
  [`memory of the page after ${seconds} s of panning`, figures.heapMb, '<=', 300, 'MB'],
];
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ format: 'gantry-viewer-figures', version: 1, ...figures }, null, 2));
} else {
  for (const [name, value, sign, goal, unit] of goals) {
    const held = sign === '<=' ? value <= goal : value >= goal;
    console.log(`${name.padEnd(50)} ${value.toFixed(1).padStart(8)} ${unit.padEnd(9)} goal ${sign} ${goal}${held ? '' : '  missed'}`);
  }
}
await (await launch()).close();
