// Changes and decisions as lanes over time.

import { columnOf } from './document.ts';
import type { Run } from './run.ts';

/** What a port was connected to, from one change to the next. */
export interface Segment {
  from: number;
  to: number;
  text: string;
}

export interface Lane {
  title: string;
  kind: 'port' | 'candidate';
  segments: Segment[];
  /** Times of decisions, and whether the result was delivered. */
  moments: { at: number; good: boolean }[];
}

/** From the first to the last moment of the run that is known, in ns. */
export function spanOf(run: Run): [number, number] {
  const { changes, decisions } = run.document.views;
  let [first, last] = [0, Math.max(1, run.document.timeNs)];
  for (const table of [changes, decisions]) {
    const time = columnOf(table, 'time');
    for (const row of table.rows) {
      first = Math.min(first, Number(row[time]));
      last = Math.max(last, Number(row[time]));
    }
  }
  return [first, last];
}

function portLanes(run: Run, end: number): Lane[] {
  const { changes } = run.document.views;
  const [time, action, user, provider] = ['time', 'action', 'user', 'provider'].map((key) => columnOf(changes, key));
  const swapped = new Set(changes.rows.filter((row) => row[action!] === 'swap').map((row) => String(row[user!])));
  const lanes = new Map<string, Lane>();
  for (const row of changes.rows) {
    const port = String(row[user!]);
    if (!swapped.has(port) || !['connect', 'disconnect', 'swap'].includes(String(row[action!]))) {
      continue;
    }
    const lane = lanes.get(port) ?? { title: port, kind: 'port', segments: [], moments: [] };
    lanes.set(port, lane);
    const at = Number(row[time!]);
    const before = lane.segments[lane.segments.length - 1];
    if (before) {
      before.to = Math.min(before.to, at);
    }
    if (row[action!] !== 'disconnect') {
      lane.segments.push({ from: at, to: end, text: String(row[provider!]).replace(/\.[^.]*$/, '') });
    }
  }
  return [...lanes.values()];
}

function candidateLanes(run: Run): Lane[] {
  const { decisions } = run.document.views;
  const [time, port, candidate, status] = ['time', 'port', 'candidate', 'status'].map((key) => columnOf(decisions, key));
  const several = new Set(decisions.rows.map((row) => row[port!])).size > 1;
  const lanes = new Map<string, Lane>();
  for (const row of decisions.rows) {
    const title = several ? `${row[port!]}: ${row[candidate!]}` : String(row[candidate!]);
    const lane = lanes.get(title) ?? { title, kind: 'candidate', segments: [], moments: [] };
    lanes.set(title, lane);
    lane.moments.push({ at: Number(row[time!]), good: row[status!] === 'completed' });
  }
  return [...lanes.values()].sort((a, b) => b.moments.length - a.moments.length);
}

export function lanesOf(run: Run): Lane[] {
  return [...portLanes(run, spanOf(run)[1]), ...candidateLanes(run)];
}
