// Rows of a timeline by host, process and thread: a tree, and the lines that are shown of it.

import type { TimelineData, TimelineRow } from './timeline.ts';

/** Rows that belong together, with groups of their own in them. */
export interface Group {
  /** From 0 on, in the order in which all groups are shown. */
  number: number;
  kind: 'host' | 'process';
  label: string;
  rows: number[];
  /** Empty: its rows are shown below it one by one. */
  groups: Group[];
}

/** What is shown in one line: a row, or a group as the sum of its rows. */
export interface Line {
  /** The number of the row; of a group -1 - its number. */
  row: number;
  label: string;
  level: number;
  rows: number[];
  group: Group | null;
  open: boolean;
}

/** Rows in the order in which their keys first appear. */
function split(rows: number[], key: (row: number) => string): [key: string, rows: number[]][] {
  const parts = new Map<string, number[]>();
  for (const row of rows) {
    const part = parts.get(key(row));
    if (part) {
      part.push(row);
    } else {
      parts.set(key(row), [row]);
    }
  }
  return [...parts];
}

function processOf(row: TimelineRow): string {
  return row.rank >= 0 ? `rank ${row.rank}` : row.pid ? `process ${row.pid}` : '';
}

function treeOf(data: TimelineData): Group[] {
  const all = [...data.rows.keys()];
  const hosts = split(all, (row) => data.rows[row]!.host ?? '');
  const processes = (rows: number[]) => split(rows, (row) => processOf(data.rows[row]!));
  const known = processes(all);
  // A level that divides nothing is left out.
  const hasHosts = hosts.length > 1;
  const hasProcesses = known.length > 1 && known.some(([, rows]) => rows.length > 1);
  let number = 0;
  const group = (kind: Group['kind'], label: string, rows: number[]): Group => ({ number: number++, kind, label: label || `unknown ${kind}`, rows, groups: [] });
  const below = (rows: number[]) => (hasProcesses ? processes(rows).map(([name, own]) => group('process', name, own)) : []);
  if (!hasHosts) {
    return below(all);
  }
  return hosts.map(([name, rows]) => {
    const host = group('host', name, rows);
    return { ...host, groups: below(rows) };
  });
}

const trees = new WeakMap<TimelineData, Group[]>();

/** The groups of the rows, outermost; empty: rows that nothing divides. */
export function groupsOf(data: TimelineData): Group[] {
  const known = trees.get(data) ?? treeOf(data);
  trees.set(data, known);
  return known;
}

/** All groups, in the order of their numbers. */
export function allGroups(groups: Group[]): Group[] {
  return groups.flatMap((group) => [group, ...allGroups(group.groups)]);
}

function lineOfRow(data: TimelineData, row: number, level: number, isInProcess: boolean): Line {
  const { label } = data.rows[row]!;
  return { row, label: isInProcess ? label.replace(/^rank \d+ /, '') : label, level, rows: [row], group: null, open: false };
}

/** What is seen when these groups are closed, by their numbers. */
export function linesOf(data: TimelineData, closed: number[]): Line[] {
  const lines: Line[] = [];
  const add = (group: Group, level: number) => {
    const open = !closed.includes(group.number);
    lines.push({ row: -1 - group.number, label: group.label, level, rows: group.rows, group, open });
    if (!open) {
      return;
    }
    group.groups.forEach((one) => add(one, level + 1));
    if (group.groups.length === 0) {
      group.rows.forEach((row) => lines.push(lineOfRow(data, row, level + 1, group.kind === 'process')));
    }
  };
  const groups = groupsOf(data);
  groups.forEach((group) => add(group, 0));
  return groups.length > 0 ? lines : plainLines(data, data.rows.length);
}

/** The first rows, without groups. */
export function plainLines(data: TimelineData, most: number): Line[] {
  return [...data.rows.keys()].slice(0, most).map((row) => lineOfRow(data, row, 0, false));
}

/** The place of the line that shows a row, or the innermost closed group around it; -1: none of these lines. */
export function placeOfRow(lines: Line[], row: number): number {
  const own = lines.findIndex((line) => line.row === row);
  return own >= 0 || row < 0 ? own : lines.findIndex((line) => line.group && !line.open && line.rows.includes(row));
}

/** The closed groups without those around a row, which is then seen. */
export function openedAround(data: TimelineData, closed: number[], row: number): number[] {
  const around = allGroups(groupsOf(data)).filter((group) => group.rows.includes(row));
  return closed.filter((number) => !around.some((group) => group.number === number));
}
