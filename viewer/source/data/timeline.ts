// Windows of a timeline: out of the page, or from the server that it comes from. docs/formats/page.md has the tiles.

import type { Line } from './groups.ts';
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
  /** Where its process ran, empty if that is not known, and its process id, or 0; pages of earlier versions do not have them. */
  host?: string;
  pid?: number;
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
  /** Likewise; pages of earlier versions do not have them. */
  longest?: Answer | null;
  durations?: Answer | null;
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
  rows: number[];
  columns: number;
}

/** What is wanted of lines, some of which are groups of rows. */
export interface WantedLines extends Omit<Wanted, 'rows'> {
  lines: Line[];
}

/** The rows of a group as one: times are sums over so many rows. */
export interface GroupTile {
  tile: Tile;
  of: number;
}

/** What of a window is drawn; null: too many to be drawn one by one. */
export interface Picture {
  /** Of the lines that are single rows. */
  tile: Tile;
  /** By the `row` of their lines. */
  groups: Map<number, GroupTile>;
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
    rows: tile.rows.filter(({ row }) => wanted.rows.includes(row)).map((row) => part(row, first, last, even)),
  };
}

/** Rows of a tile as one: sums, and the name of the rows that were longest in calls. */
function together(tile: Tile, row: number): Tile {
  const columns = [...Array(tile.columns).keys()];
  const sums = (key: 'busy' | 'idle' | 'overhead' | 'records') => columns.map((column) => sum(tile.rows.map((one) => one[key][column]!)));
  const name = columns.map((column) => {
    const weights = new Map<number, number>();
    for (const one of tile.rows.filter(({ name }) => name[column]! >= 0)) {
      weights.set(one.name[column]!, (weights.get(one.name[column]!) ?? 0) + one.busy[column]! + one.idle[column]! + one.overhead[column]!);
    }
    return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? -1;
  });
  return { ...tile, rows: [{ row, busy: sums('busy'), idle: sums('idle'), overhead: sums('overhead'), records: sums('records'), name }] };
}

/** Out of the page, which may not have all rows. */
function embeddedGroup(data: TimelineData, wanted: Wanted, row: number): GroupTile {
  const tile = cutTile(data.tile!, wanted);
  return { tile: together(tile, row), of: tile.rows.length };
}

/** As many cells as a server returns at once. */
const mostCells = 2 ** 18;

/** Rows as an address has them, such as 0-3,7. */
function rowsText(rows: number[]): string {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges[ranges.length - 1];
    if (last && last[1] === row - 1) {
      last[1] = row;
    } else {
      ranges.push([row, row]);
    }
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}

function wordsOf({ run, window, rows }: Wanted): string {
  return `run=${run}&from=${window[0]}&to=${window[1]}&rows=${rowsText(rows)}`;
}

async function servedGroup(wanted: Wanted, row: number, signal: AbortSignal): Promise<GroupTile> {
  const columns = Math.max(1, Math.min(wanted.columns, Math.floor(mostCells / wanted.rows.length)));
  const tile = JSON.parse(await ask(`api/timeline?${wordsOf(wanted)}&columns=${columns}&together=1`, signal)) as Tile;
  return { tile: { ...tile, rows: tile.rows.map((one) => ({ ...one, row })) }, of: wanted.rows.length };
}

/** Lines that are groups, each in columns of its own width. */
async function groupsIn(data: TimelineData, wanted: WantedLines, signal: AbortSignal): Promise<Picture['groups']> {
  const groups = wanted.lines.filter((line) => line.group);
  const tileOf = (line: Line) => (data.served ? servedGroup({ ...wanted, rows: line.rows }, line.row, signal) : embeddedGroup(data, { ...wanted, rows: line.rows }, line.row));
  return new Map(await Promise.all(groups.map(async (line): Promise<[number, GroupTile]> => [line.row, await tileOf(line)])));
}

/** Lines that are single rows. */
async function rowsIn(data: TimelineData, wanted: Wanted, signal: AbortSignal): Promise<Tile> {
  if (!data.served) {
    return cutTile(data.tile!, wanted);
  }
  if (wanted.rows.length === 0) {
    return { from: wanted.window[0], to: wanted.window[1], columns: wanted.columns, names: [], rows: [] };
  }
  return JSON.parse(await ask(`api/timeline?${wordsOf(wanted)}&columns=${wanted.columns}`, signal)) as Tile;
}

function singleRows(lines: Line[]): number[] {
  return lines.filter((line) => !line.group).map((line) => line.row);
}

function inWindow(call: Call, { window, rows }: Wanted): boolean {
  return call.start < window[1] && call.end > window[0] && rows.includes(call.row);
}

async function callsIn(data: TimelineData, wanted: Wanted, tile: Tile, signal: AbortSignal): Promise<Call[] | null> {
  if (!data.served) {
    return data.calls && callsOf(data.calls).filter((call) => inWindow(call, wanted));
  }
  if (wanted.rows.length === 0 || sum(tile.rows.map((row) => sum(row.records))) > mostCalls) {
    return null;
  }
  const answer = JSON.parse(await ask(`api/calls?${wordsOf(wanted)}&limit=${mostCalls}`, signal)) as Answer;
  return answer.next ? null : callsOf(answer);
}

async function messagesIn(data: TimelineData, { run, window }: Wanted, signal: AbortSignal): Promise<Message[] | null> {
  if (!data.served) {
    return data.sent && messagesOf(data.sent).filter((message) => message.sent < window[1] && message.received >= window[0]);
  }
  if (data.messages === 0) {
    return null;
  }
  const answer = JSON.parse(await ask(`api/messages?run=${run}&from=${window[0]}&to=${window[1]}&limit=${mostMessages}`, signal)) as Answer;
  return answer.next ? null : messagesOf(answer);
}

async function pictureIn(data: TimelineData, lines: WantedLines, signal: AbortSignal): Promise<Picture> {
  const wanted: Wanted = { ...lines, rows: singleRows(lines.lines) };
  const [tile, groups, messages] = await Promise.all([rowsIn(data, wanted, signal), groupsIn(data, lines, signal), messagesIn(data, wanted, signal)]);
  return { tile, groups, calls: await callsIn(data, wanted, tile, signal), messages };
}

const mostKept = 48;
const kept = new WeakMap<TimelineData, Map<string, Picture>>();

/** Windows that were seen last are kept, so that going back asks nobody. */
export async function pictureOf(data: TimelineData, wanted: WantedLines, signal: AbortSignal): Promise<Picture> {
  const pictures = kept.get(data) ?? new Map<string, Picture>();
  kept.set(data, pictures);
  const key = JSON.stringify([wanted.run, wanted.window, wanted.columns, wanted.lines.map((line) => line.row)]);
  const picture = pictures.get(key) ?? (await pictureIn(data, wanted, signal));
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
  /** Times are sums over so many rows. */
  of: number;
  busy: number;
  idle: number;
  overhead: number;
  records: number;
  name: string;
}

function totalsIn(tile: Tile, of: number): Total[] {
  return tile.rows.map((row) => {
    const one = part(row, 0, tile.columns, tile.columns);
    return { row: row.row, of, busy: one.busy[0]!, idle: one.idle[0]!, overhead: one.overhead[0]!, records: one.records[0]!, name: tile.names[one.name[0]!]?.[0] ?? '' };
  });
}

/** The whole window as one column: what a reader hears instead of the picture. */
export async function totalsOf(data: TimelineData, wanted: Wanted, signal: AbortSignal): Promise<Total[]> {
  return totalsIn(await rowsIn(data, { ...wanted, columns: data.served ? 1 : wanted.columns }, signal), 1);
}

/** The same of lines, in their order. */
export async function totalsOfLines(data: TimelineData, lines: WantedLines, signal: AbortSignal): Promise<Total[]> {
  const wanted = { ...lines, columns: data.served ? 1 : lines.columns };
  const [rows, groups] = await Promise.all([totalsOf(data, { ...wanted, rows: singleRows(lines.lines) }, signal), groupsIn(data, wanted, signal)]);
  const all = [...rows, ...[...groups.values()].flatMap(({ tile, of }) => totalsIn(tile, of))];
  const known = new Map(all.map((total) => [total.row, total]));
  return lines.lines.map((line) => known.get(line.row)).filter((total): total is Total => total !== undefined);
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
