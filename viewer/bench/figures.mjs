// How fast the viewer is in a real Chromium: node bench/figures.mjs [--json] [--records N] [--large N] [--seconds N] [--names N]
//   --records N   starts and stops of the trace that is looked at (default 10,000,000; 0: none)
//   --large N     of another one, of which only windows are measured (default 100,000,000; 0: none)
//   --seconds N   of panning, in which memory is measured (default 600)
//   --names N     of the archive of a profile that is opened (default 1,000,000; 0: none)
// GANTRY and GANTRY_EXAMPLES as for the tests. PAIRS: bench-server-pairs, for a live program of 10,000 timers. Times are of this machine as it is; run it while nothing else does.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, gantry, launch, run, serve, serveBy, writePage, writeProfile } from '../tests/browser.mjs';
import { ofPaths } from '../tests/profiles.mjs';
import { startBrowser } from './bareBrowser.mjs';

const option = (name, usual) => (process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual);
const records = option('--records', 10_000_000);
const large = option('--large', 100_000_000);
const seconds = option('--seconds', 600);
const names = option('--names', 1_000_000);
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

/** In the page: from the address to the picture of the window in it, in ms. */
function windowShown(wanted) {
  return new Promise((resolve) => {
    const begin = performance.now();
    location.hash = `view=timeline&show=states&window=${wanted}`;
    const look = () => (document.querySelector('.timeline-area')?.dataset.drawn === wanted ? resolve(performance.now() - begin) : requestAnimationFrame(look));
    look();
  });
}

function shows(tab, window) {
  return tab.evaluate(windowShown, window);
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

/** What the page holds, in MB: the heap of its scripts with what is free in it, the page itself, and arrays outside of the heap. */
async function heldBy(page) {
  const { totalSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await page.ask('Runtime.getHeapUsage');
  return { heap: totalSize / 1e6, page: embedderHeapUsedSize / 1e6, arrays: backingStorageSize / 1e6, all: (totalSize + embedderHeapUsedSize + backingStorageSize) / 1e6 };
}

/** Memory of no other process that the renderer of the page has, in MB. */
async function privateMemory(browser) {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => [...readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+: +(\d+) kB/gm)].reduce((sum, [, kb]) => sum + kb / 1000, 0));
  // The renderer of the page is the largest; others wait for a page.
  return Math.max(...sizes);
}

/** Another window as soon as the one before is drawn, most of them never seen before; what the page holds, each few seconds and at the end. */
async function pan(link, { from, to }) {
  const browser = startBrowser();
  const page = await browser.newPage(`${link}#view=timeline&show=states`);
  await page.waitFor("document.querySelector('.timeline-area')?.dataset.drawn !== undefined");
  const begin = performance.now();
  const length = Math.round((to - from) / 20);
  let [shown, mostHeld, mostPrivate, asked] = [0, 0, 0, 0];
  for (; performance.now() - begin < seconds * 1000; shown += 1) {
    const start = Math.round(from + (((shown * 7919) % 100_000) / 100_000) * (to - from - length));
    await page.valueOf(`(${windowShown})('${start}:${start + length}')`);
    if (performance.now() - begin > asked * 5000) {
      mostHeld = Math.max(mostHeld, (await heldBy(page)).all);
      mostPrivate = Math.max(mostPrivate, await privateMemory(browser));
      asked += 1;
    }
  }
  const { heap, page: dom, arrays, all } = await heldBy(page);
  const processMb = await privateMemory(browser);
  browser.end();
  return { seconds, windows: shown, heldMb: all, mostHeldMb: Math.max(mostHeld, all), heapMb: heap, pageMb: dom, arraysMb: arrays, processMb, mostProcessMb: Math.max(mostPrivate, processMb) };
}

async function timelineFigures() {
  if (records === 0) {
    return {};
  }
  const archive = traced(records);
  const server = await serve(archive);
  const tab = await newTab();
  const openedMs = await opened(tab, server.link);
  const { from, to, figures } = await windowFigures(tab);
  await tab.context().close();
  await server.end();
  const own = await serve(archive);
  const panned = await pan(own.link, { from, to });
  await own.end();
  return { ...figures, openedMs, panned };
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

/** Processor time of a process in seconds. */
function processorTime(pid) {
  // Behind the name, which may have any characters: the times are in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** An archive of so many names: from the command to its link, and from the link to the page; processor time of the server until then. */
async function namesFigures() {
  if (names === 0) {
    return null;
  }
  const [stacks, archive] = [join(folder, 'names.folded'), join(folder, 'names.gantry')];
  writeFileSync(stacks, Array.from({ length: names }, (_, name) => `main;part ${name % 1000}::method ${name} ${1000 + (name % 997)}\n`).join(''));
  run('import', '--from', 'folded', stacks, '--output', archive);
  const [links, pages, linkTimes, times] = [[], [], [], []];
  for (let time = 0; time < 3; time += 1) {
    const begin = performance.now();
    const server = await serve(archive);
    links.push((performance.now() - begin) / 1000);
    linkTimes.push(processorTime(server.pid));
    const tab = await newTab();
    const opening = performance.now();
    await tab.goto(server.link);
    await tab.waitForSelector('html[data-ready="overview"]', { timeout: 300_000 });
    pages.push((performance.now() - opening) / 1000);
    times.push(processorTime(server.pid));
    await tab.context().close();
    await server.end();
  }
  return { names, linkSeconds: median(links), pageSeconds: median(pages), linkProcessorSeconds: median(linkTimes), serverProcessorSeconds: median(times) };
}

const liveSeconds = 10;

/** Processor time of the main thread of each renderer, in ms by process. */
async function mainThreads(browserSession) {
  const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return new Map(renderers.map((id) => [id, Number(readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6]));
}

/** Counts the states that are shown, in the page: a question each few milliseconds would be work of the thread that is measured. */
function countStates(tab) {
  return tab.evaluate(() => {
    window.benchStates?.observer.disconnect();
    const states = { count: 0, observer: new MutationObserver(() => (states.count += 1)) };
    states.observer.observe(document.querySelector('.live'), { childList: true, characterData: true, subtree: true });
    window.benchStates = states;
  });
}

/** One view for some seconds: processor time of the main thread; how long its tasks took, also while they waited for a processor; states shown. */
async function liveFigure(tab, session, browserSession) {
  await countStates(tab);
  const [threads, before, begin] = [await mainThreads(browserSession), await metricsOf(session), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, liveSeconds * 1000));
  const [now, after, took] = [await mainThreads(browserSession), await metricsOf(session), (performance.now() - begin) / 1000];
  // The renderer of the page is the only one that works.
  const worked = Math.max(...[...now].map(([id, time]) => time - (threads.get(id) ?? time)));
  return { msASecond: worked / took, tasksMsASecond: (1000 * (after.TaskDuration - before.TaskDuration)) / took, updatesASecond: (await tab.evaluate(() => window.benchStates.count)) / took };
}

/** How long the main thread of the page works in a second, in each view, while a program with 10,000 timers is followed at 10 Hz. */
async function liveFigures() {
  if (!process.env.PAIRS) {
    return null;
  }
  process.env.GANTRY_SEGMENT_DIR = join(folder, 'segments');
  const program = spawn(gantry, ['exec', '--quiet', '--exact', '--', process.env.PAIRS, '1e5', '10000'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  process.on('exit', () => program.kill('SIGKILL'));
  await new Promise((resolve) => program.stdout.once('data', resolve));
  program.stdout.resume();
  const { pid } = JSON.parse(run('ps', '--json')).find(({ state }) => state === 'live');
  const server = await serveBy('serve', String(pid));
  const tab = await newTab();
  await tab.goto(`${server.link}#rate=10`);
  await tab.waitForSelector('[data-live="yes"]');
  const session = await tab.context().newCDPSession(tab);
  const browserSession = await (await launch()).newBrowserCDPSession();
  await session.send('Performance.enable');
  const views = {};
  for (const view of ['overview', 'flame', 'table', 'ranks', 'assembly']) {
    await tab.evaluate((id) => (location.hash = `view=${id}&rate=10`), view);
    await tab.waitForSelector(`html[data-ready="${view}"]`);
    views[view] = await liveFigure(tab, session, browserSession);
  }
  await tab.context().close();
  await server.end();
  program.kill('SIGKILL');
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

const figures = { ...(await scrollFigures()), ...(await timelineFigures()), large: await largeFigures(), names: await namesFigures(), live: await liveFigures() };
const goals = [
  ['1,000 rows scroll', figures.scrollFramesASecond, '>=', 20, 'frames/s'],
  ...(figures.records
    ? [
        [`first picture of ${figures.records} starts and stops`, figures.openedMs, '<=', 1000, 'ms'],
        ['another window, median', figures.coldMs, '<=', 200, 'ms'],
        ['a window that was seen before, median', figures.warmMs, '<=', 100, 'ms'],
      ]
    : []),
  ...(figures.large
    ? [
        [`another window of ${figures.large.records} starts and stops, median`, figures.large.coldMs, '<=', 200, 'ms'],
        ['one of it that was seen before, median', figures.large.warmMs, '<=', 100, 'ms'],
      ]
    : []),
  ...(figures.panned
    ? [
        [`memory of the page, ${figures.panned.windows} windows in ${seconds} s of panning, at the end`, figures.panned.heldMb, '<=', 300, 'MB'],
        ['the most in that time', figures.panned.mostHeldMb, '<=', 300, 'MB'],
        ['memory that only the process of the page has, the most', figures.panned.mostProcessMb, '<=', 300, 'MB'],
      ]
    : []),
  ...(figures.names
    ? [
        [`archive of ${figures.names.names} names: link, median of 3 (${figures.names.linkProcessorSeconds.toFixed(1)} s of CPU)`, figures.names.linkSeconds, '<=', 5, 's'],
        [`its page after that, median of 3 (all of the server: ${figures.names.serverProcessorSeconds.toFixed(1)} s of CPU)`, figures.names.pageSeconds, '<=', 5, 's'],
      ]
    : []),
  ...Object.entries(figures.live ?? {}).map(([view, { msASecond, tasksMsASecond, updatesASecond }]) => [`10,000 live timers, ${updatesASecond.toFixed(1)} states/s, tasks ${tasksMsASecond.toFixed(0)} ms/s: ${view}`, msASecond, '<=', 50, 'ms/s']),
];
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ format: 'gantry-viewer-figures', version: 3, ...figures }, null, 2));
} else {
  for (const [name, value, sign, goal, unit] of goals) {
    const held = sign === '<=' ? value <= goal : value >= goal;
    console.log(`${name.padEnd(70)} ${value.toFixed(1).padStart(8)} ${unit.padEnd(9)} goal ${sign} ${goal}${held ? '' : '  missed'}`);
  }
}
await (await launch()).close();
