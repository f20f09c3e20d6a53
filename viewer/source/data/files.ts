// What the program did with files: the tables of `gantry report --io`; docs/formats/page.md.

import { type Cell, columnOf, type FilesView, type ReportTable, type RunDocument } from './document.ts';

const none: ReportTable = { columns: [], rows: [], leftOut: 0 };

/** Without rows where the page has none, such as one of an earlier version. */
export function filesTable(run: RunDocument, view: FilesView): ReportTable {
  return run.views[view] ?? none;
}

/** Rows of a table as objects by the keys of its columns. */
export function rowsOf(table: ReportTable): Record<string, Cell>[] {
  return table.rows.map((row) => Object.fromEntries(table.columns.map(({ key }, place) => [key, row[place]!])));
}

/** Modules above others: what they move is moved below them as well. */
const layers = ['mpiio', 'hdf5'];

/** The rows of the table of totals in which each access is counted once. */
export function countedOnce(totals: Record<string, Cell>[]): Record<string, Cell>[] {
  const lowest = totals.filter((row) => !layers.includes(String(row['module'])));
  return lowest.length > 0 ? lowest : totals;
}

/** A path that is too long loses its beginning: its end says more. */
export function shortPath(path: string, most = 36): string {
  return path.length <= most ? path : `\u2026${path.slice(path.length - most + 1)}`;
}

/** How many processes used files, at least one. */
export function processesIn(run: RunDocument): number {
  const processes = filesTable(run, 'ioProcesses');
  return Math.max(1, processes.rows.length + processes.leftOut, run.ranks ?? 1);
}

export type Direction = 'both' | 'read' | 'written';

/** What one process moved, by interval. */
export interface FlowOfBytes {
  process: string;
  read: number[];
  written: number[];
}

export interface BytesOverTime {
  module: string;
  /** Of all rows, in ns. */
  interval: number;
  intervals: number;
  processes: FlowOfBytes[];
}

/** By module; empty: nothing counted bytes over time. */
export function bytesOverTime(run: RunDocument): BytesOverTime[] {
  const table = filesTable(run, 'ioMap');
  if (columnOf(table, 'bytesOfIntervals') < 0 || columnOf(table, 'module') < 0) {
    return [];
  }
  const modules = new Map<string, BytesOverTime>();
  for (const row of rowsOf(table)) {
    const values = String(row['bytesOfIntervals']).split(' ').map(Number);
    const name = String(row['module']);
    const over = modules.get(name) ?? { module: name, interval: Number(row['interval']), intervals: values.length, processes: [] };
    modules.set(name, over);
    let flow = over.processes.find(({ process }) => process === row['process']);
    if (!flow) {
      flow = { process: String(row['process']), read: values.map(() => 0), written: values.map(() => 0) };
      over.processes.push(flow);
    }
    const into = row['direction'] === 'read' ? flow.read : flow.written;
    values.forEach((value, at) => (into[at]! += value));
  }
  return [...modules.values()];
}

/** The bytes of a process by interval, in one or both directions. */
export function movedBy(flow: FlowOfBytes, direction: Direction): number[] {
  return direction === 'read' ? flow.read : direction === 'written' ? flow.written : flow.read.map((value, at) => value + flow.written[at]!);
}

/** An interval in which a process moved something. */
export interface Moved {
  process: string;
  from: number;
  to: number;
  read: number;
  written: number;
}

export function movedIn(over: BytesOverTime): Moved[] {
  return over.processes.flatMap(({ process, read, written }) =>
    read.flatMap((bytes, at) => (bytes + written[at]! > 0 ? [{ process, from: at * over.interval, to: (at + 1) * over.interval, read: bytes, written: written[at]! }] : [])),
  );
}
