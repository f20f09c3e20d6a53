// The tables below the timeline: the same as the picture, in numbers.

import type { Line } from '../data/groups.ts';
import { count, duration, plural, share } from '../data/numbers.ts';
import type { Call, TimelineData, Total } from '../data/timeline.ts';
import type { TableColumn } from '../parts/DataTable.tsx';
import { timeText } from '../parts/timelinePicture.ts';

/** Of a group the time is that of all its rows, and shares are of as many times the window. */
function stateColumn(key: 'busy' | 'idle' | 'overhead', totals: Total[], length: number): TableColumn {
  const part = (row: number) => totals[row]![key] / Math.max(1, length * totals[row]!.of);
  return { key, title: key, unit: 'ns', number: true, value: (row) => totals[row]![key], part, text: (value, row) => `${duration(Number(value) * 1e-9)} (${share(part(row), 1)})` };
}

/** A group by its name and how many rows it has; a row by the name that it has in no group. */
function nameOf(data: TimelineData, line: Line): string {
  return line.group ? `${line.label} (${plural(line.rows.length, 'row')})` : data.rows[line.row]!.label;
}

export function totalColumns(data: TimelineData, lines: Line[], totals: Total[], length: number): TableColumn[] {
  const known = new Map(lines.map((line) => [line.row, line]));
  return [
    { key: 'where', title: 'row', value: (row) => nameOf(data, known.get(totals[row]!.row)!) },
    stateColumn('busy', totals, length),
    stateColumn('idle', totals, length),
    stateColumn('overhead', totals, length),
    { key: 'records', title: 'starts and stops', number: true, value: (row) => totals[row]!.records, text: (value) => count(Number(value)) },
    { key: 'name', title: 'longest', wide: true, value: (row) => totals[row]!.name },
  ];
}

export function callColumns(data: TimelineData, calls: Call[], span: number): TableColumn[] {
  return [
    { key: 'where', title: 'row', value: (row) => data.rows[calls[row]!.row]!.label },
    { key: 'start', title: 'start', unit: 'ns', number: true, value: (row) => calls[row]!.start, text: (value) => timeText(Number(value), span) },
    { key: 'duration', title: 'duration', unit: 'ns', number: true, value: (row) => calls[row]!.end - calls[row]!.start },
    { key: 'depth', title: 'depth', number: true, value: (row) => calls[row]!.depth },
    { key: 'state', title: 'state', value: (row) => calls[row]!.state },
    { key: 'name', title: 'call', wide: true, value: (row) => calls[row]!.name },
  ];
}
