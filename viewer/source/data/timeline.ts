// Windows of a timeline: out of the page, or from the server that it comes from. docs/formats/page.md has the tiles.

import { ask } from './server.ts';

export interface TimelineRow {
  label: string;
  rank: number;
  thread: number;
  records: number;
  /** Values of events; pages of earlier versions do not have it. */
  events?: number;
  lost: number;
  /** Moments of its first and last record in ns; pages of earlier versions do not have them. */
  first?: number;
  last?: number;
}

/** ns of each state in each column. */
export interface TileRow {
  row: number;
  busy: number[];
  idle: number[];
  overhead: number[];
  records: number[];
  /** Place in the names of the tile; -1: nothing ran. */
  name: number[];
}

export interface Tile {
  from: number;
  to: number;
  columns: number;
  names: [text: string, component: string][];
  rows: TileRow[];
}

export interface Answer {
  keys: { key: string; unit: string }[];
  rows: (string | number | boolean)[][];
  next: string | null;
}

export interface TimelineData {
  from: number;
  to: number;
  records: number;
  messages: number;
  served: boolean;
  rows: TimelineRow[];
  tile: Tile | null;
  calls: Answer | null;
  sent: Answer | null;
  /** Of the whole window, by state. */
  concurrency?: Record<string, Answer> | null;
  traffic?: Answer | null;
}

export interface Call {
  row: number;
  start: number;
  end: number;
  depth: number;
  state: string;
  component: string;
  name: string;
}

export interface Message {
  sent: number;
  received: number;
  from: number;
  to: number;
  bytes: number;
}

export interface Wanted {
  run: number;
  window: [number, number];
  /** First and last row. */
  rows: [number, number];
  columns: number;
}

/** What of a window is drawn; null: too many to be drawn one by one. */
export interface Picture {
  tile: Tile;
  calls: Call[] | null;
  messages: Message[] | null;
}

const mostCalls = 3000;
const mostMessages = 1000;

export function reader(answer: Answer): (row: Answer['rows'][number], key: string) => string | number | boolean {
  const places = new Map(answer.keys.map(({ key }, place) => [key, place]));
  return (row, key) => row[places.get(key)!]!;
}

export function callsOf(answer: Answer): Call[] {
  const read = reader(answer);
  return answer.rows.map((row) => ({
    row: Number(read(row, 'row')),
    start: Number(read(row, 'startNs')),
    end: Number(read(row, 'startNs')) + Number(read(row, 'durationNs')),
    depth: Number(read(row, 'depth')),
    state: String(read(row, 'state')),
    component: String(read(row, 'component')),
    name: String(read(row, 'name')),
  }));
}

export function messagesOf(answer: Answer): Message[] {
  const read = reader(answer);
  return answer.rows.map((row) => ({
    sent: Number(read(row, 'sentNs')),
    received: Number(read(row, 'sentNs')) + Number(read(row, 'takes')),
    from: Number(read(row, 'from')),
    to: Number(read(row, 'to')),
    bytes: Number(read(row, 'bytes')),
  }));
}

/** Where a column of a tile begins, as the server divides. */
export function columnBegin(tile: Tile, column: number): number {
  return tile.from + Math.floor(((tile.to - tile.from) * column) / tile.columns);
}

export function sum(values: number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Columns from the first to before the last, `width` of them as one: times add up; the name is that of most busy time. */
function part(row: TileRow, first: number, last: number, width: number): TileRow {
  const result: TileRow = { row: row.row, busy: [], idle: [], overhead: [], records: [], name: [] };
  for (let column = first; column < last; column += width) {
    const end = Math.min(last, column + width);
    for (const key of ['busy', 'idle', 'overhead', 'records'] as const) {
      result[key].push(sum(row[key].slice(column, end)));
    }
    const weights = new Map<number, number>();
    for (let at = column; at < end; at += 1) {
      const name = row.name[at]!;
      weights.set(name, (weights.get(name) ?? 0) + (name < 0 ? 0 : row.busy[at]! + row.idle[at]! + row.overhead[at]!));
    }
    result.name.push([...weights].sort((a, b) => b[1] - a[1])[0]![0]);
  }
  return result;
}

/** The columns of an embedded tile that a window touches, in at most so many. */
export function cutTile(tile: Tile, wanted: Wanted): Tile {
  const size = (tile.to - tile.from) / tile.columns;
  const first = Math.max(0, Math.min(tile.columns - 1, Math.floor((wanted.window[0] - tile.from) / size)));
  const end = Math.max(first + 1, Math.min(tile.columns, Math.ceil((wanted.window[1] - tile.from) / size)));
  const width = Math.max(1, Math.ceil((end - first) / wanted.columns));
  // Whole groups, so that all columns are of one width.
  const groups = Math.ceil((end - first) / width);
  const last = Math.min(tile.columns, first + groups * width);
  const even = (last - first) % width === 0 ? width : 1;
  return {
    from: columnBegin(tile, first),
    to: columnBegin(tile, last),
    columns: Math.ceil((last - first) / even),
    names: tile.names,
    rows: tile.rows.filter(({ row }) => row >= wanted.rows[0] && row <= wanted.rows[1]).map((row) => part(row, first, last, even)),
  };
}

function inWindow(call: Call, { window, rows }: Wanted): boolean {
  return call.start < window[1] && call.end > window[0] && call.row >= rows[0] && call.row <= rows[1];
}

/** Out of the page. */
function embeddedPicture(data: TimelineData, wanted: Wanted): Picture {
  return {
    tile: cutTile(data.tile!, wanted),
    calls: data.calls && callsOf(data.calls).filter((call) => inWindow(call, wanted)),
    messages: data.sent && messagesOf(data.sent).filter((message) => message.sent < wanted.window[1] && message.received >= wanted.window[0]),
  };
}

async function servedPicture(data: TimelineData, { run, window, rows, columns }: Wanted, signal: AbortSignal): Promise<Picture> {
  const words = `run=${run}&from=${window[0]}&to=${window[1]}`;
  const lines = `rows=${rows[0]}-${rows[1]}`;
  const tile = JSON.parse(await ask(`api/timeline?${words}&${lines}&columns=${columns}`, signal)) as Tile;
  const few = sum(tile.rows.map((row) => sum(row.records))) <= mostCalls;
  const calls = few ? (JSON.parse(await ask(`api/calls?${words}&${lines}&limit=${mostCalls}`, signal)) as Answer) : null;
  const sent = data.messages > 0 ? (JSON.parse(await ask(`api/messages?${words}&limit=${mostMessages}`, signal)) as Answer) : null;
  return { tile, calls: calls && !calls.next ? callsOf(calls) : null, messages: sent && !sent.next ? messagesOf(sent) : null };
}

const mostKept = 48;
const kept = new WeakMap<TimelineData, Map<string, Picture>>();

/** Windows that were seen last are kept, so that going back asks nobody. */
export async function pictureOf(data: TimelineData, wanted: Wanted, signal: AbortSignal): Promise<Picture> {
  if (!data.served) {
    return embeddedPicture(data, wanted);
  }
  const pictures = kept.get(data) ?? new Map<string, Picture>();
  kept.set(data, pictures);
  const key = JSON.stringify(wanted);
  const picture = pictures.get(key) ?? (await servedPicture(data, wanted, signal));
  // The one used last stands last.
  pictures.delete(key);
  pictures.set(key, picture);
  if (pictures.size > mostKept) {
    pictures.delete(pictures.keys().next().value!);
  }
  return picture;
}

export interface Total {
  row: number;
  busy: number;
  idle: number;
  overhead: number;
  records: number;
  name: string;
}

/** The whole window as one column: what a reader hears instead of the picture. */
export async function totalsOf(data: TimelineData, wanted: Wanted, signal: AbortSignal): Promise<Total[]> {
  const words = `run=${wanted.run}&from=${wanted.window[0]}&to=${wanted.window[1]}&rows=${wanted.rows[0]}-${wanted.rows[1]}&columns=1`;
  const tile = data.served ? (JSON.parse(await ask(`api/timeline?${words}`, signal)) as Tile) : cutTile(data.tile!, wanted);
  return tile.rows.map((row) => {
    const one = part(row, 0, tile.columns, tile.columns);
    return { row: row.row, busy: one.busy[0]!, idle: one.idle[0]!, overhead: one.overhead[0]!, records: one.records[0]!, name: tile.names[one.name[0]!]?.[0] ?? '' };
  });
}

/** The calls of a row that run at a moment, outermost first; null: not known in a page without a server. */
export async function stackAt(data: TimelineData, run: number, row: number, at: number): Promise<Call[] | null> {
  if (data.served) {
    return callsOf(JSON.parse(await ask(`api/stack-at?run=${run}&rows=${row}&at=${at}`)) as Answer);
  }
  return data.calls && callsOf(data.calls).filter((call) => call.row === row && call.start <= at && call.end > at);
}

/** The next call of a row after a moment, or the last one before it. */
export async function neighbour(data: TimelineData, run: number, row: number, at: number, ahead: boolean): Promise<Call | null> {
  if (data.served) {
    const answer = JSON.parse(await ask(`api/${ahead ? 'next' : 'previous'}?run=${run}&rows=${row}&at=${at}`)) as Answer;
    return callsOf(answer)[0] ?? null;
  }
  const calls = (data.calls ? callsOf(data.calls) : []).filter((call) => call.row === row && (ahead ? call.start > at : call.start < at));
  calls.sort((a, b) => a.start - b.start);
  return (ahead ? calls[0] : calls[calls.length - 1]) ?? null;
}
