// What happened in a part of the time: out of the page as far as it is there, or from the server.

import type { Run } from './run.ts';
import { ask } from './server.ts';
import { type Answer, type Call, callsOf, columnBegin, cutTile, type Message, messagesOf, reader, sum, type Tile, type TimelineData, type Total, totalsOf, type Wanted } from './timeline.ts';

export type Span = [number, number];

/** The whole time of a trace, never empty. */
export function wholeOf(data: TimelineData): Span {
  return [data.from, Math.max(data.to, data.from + 10)];
}

export const states = ['busy', 'overhead', 'idle'] as const;
export type State = (typeof states)[number];

async function asked(path: string, signal?: AbortSignal): Promise<Answer> {
  return JSON.parse(await ask(path, signal)) as Answer;
}

function words(run: number, [from, to]: Span): string {
  return `run=${run}&from=${Math.round(from)}&to=${Math.round(to)}`;
}

/** Times of each row by state, and the part of the time that they are of: a report has columns of some width, whole ones of which are taken. */
export async function statesOf(data: TimelineData, run: number, window: Span, signal: AbortSignal): Promise<{ totals: Total[]; window: Span }> {
  const last = data.rows.length - 1;
  const wanted = { run, window: [Math.round(window[0]), Math.round(window[1])] as Span, rows: [...data.rows.keys()], columns: 1 };
  if (last < 0) {
    return { totals: [], window };
  }
  return { totals: await totalsOf(data, wanted, signal), window: spanTaken(data, wanted) };
}

/** The part of the time that totals are of: a report has whole columns only. */
export function spanTaken(data: TimelineData, wanted: Wanted): Span {
  return data.served ? wanted.window : tileSpan(data, wanted);
}

function tileSpan(data: TimelineData, wanted: Wanted): Span {
  const { from, to } = cutTile(data.tile!, wanted);
  return [from, to];
}

export interface Messages {
  list: Message[];
  /** False: there are more than can be shown one by one. */
  complete: boolean;
}

const mostPages = 5;

/** Messages under way in a window. */
export async function messagesIn(data: TimelineData, run: number, window: Span, signal: AbortSignal): Promise<Messages> {
  if (!data.served) {
    const list = data.sent ? messagesOf(data.sent).filter((message) => message.sent < window[1] && message.received >= window[0]) : [];
    return { list, complete: data.sent !== null || data.messages === 0 };
  }
  const list: Message[] = [];
  let cursor: string | null = '0:0';
  for (let page = 0; page < mostPages && cursor; page += 1) {
    const answer: Answer = await asked(`api/messages?${words(run, window)}&limit=10000&cursor=${encodeURIComponent(cursor)}`, signal);
    list.push(...messagesOf(answer));
    cursor = answer.next;
  }
  return { list, complete: cursor === null };
}

/** A number over the time, in columns of equal width; some have a smallest and a largest value too. */
export interface Strip {
  from: number;
  to: number;
  values: number[];
}

function stripOf(answer: Answer, key: string, window: Span): Strip {
  const read = reader(answer);
  return { from: window[0], to: window[1], values: answer.rows.map((row) => Number(read(row, key))) };
}

/** How many rows are in each state, as means of columns. */
export async function utilisationOf(data: TimelineData, run: number, window: Span, columns: number, signal: AbortSignal): Promise<Record<State, Strip>> {
  if (data.served) {
    const answer = await asked(`api/utilisation?${words(run, window)}&columns=${columns}`, signal);
    return { busy: stripOf(answer, 'busy', window), overhead: stripOf(answer, 'overhead', window), idle: stripOf(answer, 'idle', window) };
  }
  const tile = cutTile(data.tile!, { run, window, rows: [...data.rows.keys()], columns });
  return { busy: rowsIn(tile, 'busy'), overhead: rowsIn(tile, 'overhead'), idle: rowsIn(tile, 'idle') };
}

function rowsIn(tile: Tile, state: State): Strip {
  const values = Array.from({ length: tile.columns }, (_, column) => sum(tile.rows.map((row) => row[state][column]!)) / Math.max(1, columnBegin(tile, column + 1) - columnBegin(tile, column)));
  return { from: tile.from, to: tile.to, values };
}

/** Messages that were sent and not yet received, at most at once in each column; null: not known here. */
export async function trafficOf(data: TimelineData, run: number, window: Span, columns: number, receiver: number | null, signal: AbortSignal): Promise<{ messages: Strip; bytes: Strip } | null> {
  if (data.served) {
    const answer = await asked(`api/traffic?${words(run, window)}&columns=${columns}${receiver === null ? '' : `&receiver=${receiver}`}`, signal);
    return { messages: stripOf(answer, 'most', window), bytes: stripOf(answer, 'mostBytes', window) };
  }
  if (data.sent) {
    return trafficOfMessages(messagesOf(data.sent).filter((message) => receiver === null || message.to === receiver), window, columns);
  }
  if (receiver === null && data.traffic) {
    const whole = wholeOf(data);
    return { messages: cutStrip(stripOf(data.traffic, 'most', whole), window), bytes: cutStrip(stripOf(data.traffic, 'mostBytes', whole), window) };
  }
  return null;
}

function cutStrip(strip: Strip, window: Span): Strip {
  const size = (strip.to - strip.from) / Math.max(1, strip.values.length);
  const first = Math.max(0, Math.floor((window[0] - strip.from) / size));
  const last = Math.max(first + 1, Math.min(strip.values.length, Math.ceil((window[1] - strip.from) / size)));
  return { from: strip.from + first * size, to: strip.from + last * size, values: strip.values.slice(first, last) };
}

/** The moments at which the number of messages under way changes. A message is under way from its sending to before its receipt. */
function changesOf(messages: Message[]): [at: number, count: number, bytes: number][] {
  return messages
    .flatMap((message): [number, number, number][] => [
      [message.sent, 1, message.bytes],
      [message.received, -1, -message.bytes],
    ])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

export function trafficOfMessages(messages: Message[], [from, to]: Span, columns: number): { messages: Strip; bytes: Strip } {
  const result = { messages: { from, to, values: new Array<number>(columns).fill(0) }, bytes: { from, to, values: new Array<number>(columns).fill(0) } };
  let [count, bytes, column] = [0, 0, 0];
  const raise = (place: number) => {
    result.messages.values[place] = Math.max(result.messages.values[place]!, count);
    result.bytes.values[place] = Math.max(result.bytes.values[place]!, bytes);
  };
  const upTo = (place: number) => {
    for (; column < place && column < columns; column += 1) {
      raise(column);
    }
    if (column < columns) {
      raise(column);
    }
  };
  for (const [at, more, size] of changesOf(messages)) {
    if (at >= to) {
      break;
    }
    if (at > from) {
      upTo(Math.floor(((at - from) / (to - from)) * columns));
    }
    count += more;
    bytes += size;
    if (at >= from && column < columns) {
      column = Math.max(column, Math.min(columns - 1, Math.floor(((at - from) / (to - from)) * columns)));
      raise(column);
    }
  }
  upTo(columns - 1);
  return result;
}

export interface Queue {
  rank: number;
  /** Messages to it at once. */
  most: number;
  mean: number;
  mostBytes: number;
}

/** What waited for each rank in a window: sent to it and not yet received. */
export function queuesOf(messages: Message[], ranks: number, [from, to]: Span): Queue[] {
  return Array.from({ length: ranks }, (_, rank) => {
    let [count, bytes, most, mostBytes, area, before] = [0, 0, 0, 0, 0, from];
    for (const [at, more, size] of changesOf(messages.filter((message) => message.to === rank))) {
      const moment = Math.min(Math.max(at, from), to);
      area += count * (moment - before);
      before = moment;
      count += more;
      bytes += size;
      if (at < to) {
        most = Math.max(most, at >= from ? count : most);
        mostBytes = Math.max(mostBytes, at >= from ? bytes : mostBytes);
      }
    }
    // Those that were under way when the window began.
    const atBegin = messages.filter((message) => message.to === rank && message.sent <= from && message.received > from);
    return { rank, most: Math.max(most, atBegin.length), mean: area / Math.max(1, to - from), mostBytes: Math.max(mostBytes, sum(atBegin.map((message) => message.bytes))) };
  });
}

export interface Concurrency {
  /** ns in which exactly as many rows as the place were in the state. */
  times: number[];
  window: Span;
}

/** How long how many rows were in a state at once; a page has it of the whole time alone. */
export async function concurrencyOf(data: TimelineData, run: number, window: Span, state: State, signal: AbortSignal): Promise<Concurrency | null> {
  const answer = data.served ? await asked(`api/concurrency?${words(run, window)}&state=${state}`, signal) : data.concurrency?.[state];
  if (!answer) {
    return null;
  }
  const read = reader(answer);
  return { times: answer.rows.map((row) => Number(read(row, 'timeNs'))), window: data.served ? window : wholeOf(data) };
}

/** Calls with a name, and with a component (the type of the timer) where that is not empty: patterns. */
export interface Calls {
  name: string;
  component: string;
}

/** The calls of a timer. A star or question mark in a name fits itself, too. */
export function callsOfTimer(run: Run, place: number): Calls {
  const { timers } = run.document;
  const component = timers.class[place]!;
  const name = timers.name[place]!.replace(/\(throttled\)$/, '');
  return { name: component && name.endsWith(` ${component}`) ? name.slice(0, -component.length - 1) : name, component };
}

function wordsOf(only: Calls | null): string {
  return only ? `&name=${encodeURIComponent(only.name)}${only.component ? `&component=${encodeURIComponent(only.component)}` : ''}` : '';
}

/** The longest time of a row in a state without another one in between. */
export interface Longest {
  row: number;
  state: string;
  from: number;
  duration: number;
}

/** Of each row; a page has those of the whole time and of all calls alone. All other calls count as outside. */
export async function longestOf(data: TimelineData, run: number, window: Span, only: Calls | null, signal: AbortSignal): Promise<{ list: Longest[]; window: Span } | null> {
  const answer = data.served ? await asked(`api/longest?${words(run, window)}${wordsOf(only)}`, signal) : only ? null : data.longest;
  if (!answer) {
    return null;
  }
  const read = reader(answer);
  const list = answer.rows.map((row) => ({ row: Number(read(row, 'row')), state: String(read(row, 'state')), from: Number(read(row, 'fromNs')), duration: Number(read(row, 'durationNs')) }));
  return { list, window: data.served ? window : wholeOf(data) };
}

/** How many calls took at least `least` and less than `below` ns. */
export interface DurationClass {
  least: number;
  below: number;
  calls: number;
  time: number;
}

/** Of the calls that begin in the window. only: of one timer. null: a page without a server does not know. */
export async function durationsOf(data: TimelineData, run: number, window: Span, only: Calls | null, signal: AbortSignal): Promise<{ classes: DurationClass[]; window: Span } | null> {
  if (!data.served && data.calls) {
    const calls = callsOf(data.calls).filter((call) => call.start >= window[0] && call.start < window[1] && (!only || (call.name === only.name && call.component === only.component)));
    return { classes: classesOf(calls.map((call) => call.end - call.start)), window };
  }
  const answer = data.served ? await asked(`api/durations?${words(run, window)}${wordsOf(only)}`, signal) : only ? null : data.durations;
  if (!answer) {
    return null;
  }
  const read = reader(answer);
  const classes = answer.rows.map((row) => ({ least: Number(read(row, 'leastNs')), below: Number(read(row, 'belowNs')), calls: Number(read(row, 'calls')), time: Number(read(row, 'timeNs')) }));
  return { classes, window: data.served ? window : wholeOf(data) };
}

/** The classes of docs/formats/timeline.md: bounds are 1, 2 and 5 times a power of ten. */
function classesOf(durations: number[]): DurationClass[] {
  const most = Math.max(0, ...durations);
  const bounds = [0];
  for (let power = 1; bounds[bounds.length - 1]! <= most; power *= 10) {
    bounds.push(power, 2 * power, 5 * power);
  }
  const classes = bounds.slice(0, -1).map((least, place) => {
    const inside = durations.filter((duration) => duration >= least && duration < bounds[place + 1]!);
    return { least, below: bounds[place + 1]!, calls: inside.length, time: sum(inside) };
  });
  const used = classes.map(({ calls }) => calls > 0);
  return used.includes(true) ? classes.slice(used.indexOf(true), used.lastIndexOf(true) + 1) : [];
}

/** Calls with these words in their names, longest list first page only; null: not known here. */
export async function callsLike(data: TimelineData, run: number, window: Span, search: string, most: number, signal: AbortSignal): Promise<{ calls: Call[]; complete: boolean } | null> {
  if (data.served) {
    const pattern = `*${search.trim().split(/\s+/).join('*')}*`;
    const answer = await asked(`api/search?${words(run, window)}&name=${encodeURIComponent(pattern)}&limit=${most}`, signal);
    return { calls: callsOf(answer), complete: answer.next === null };
  }
  if (!data.calls) {
    return null;
  }
  const wanted = search.toLowerCase().split(/\s+/);
  const calls = callsOf(data.calls).filter((call) => call.start < window[1] && call.end > window[0] && wanted.every((word) => call.name.toLowerCase().includes(word)));
  return { calls: calls.slice(0, most), complete: calls.length <= most };
}
