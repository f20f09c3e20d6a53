// Phases of a run: timers that divide it into parts. A call belongs to the innermost phase around it.

import { columnOf, type ValueColumns } from './document.ts';
import type { Run } from './run.ts';
import { timerOfPath } from './run.ts';

export interface Phase {
  name: string;
  /** Sum of the self values of what belongs to it. */
  self: number;
  timers: number;
  /** Calls of the phase itself; null: it stands for calls in no phase. */
  calls: number | null;
}

const key = (component: unknown, className: unknown, method: unknown) => JSON.stringify([component, className, method]);

/** What a timer is called in a table of phases, which says nothing of samples. */
function plainMethod(method: string): string {
  return method.replace(/ \(1 in [^)]*\)$/, '');
}

interface Read {
  phase: (row: number) => string;
  place: (row: number) => number;
  number: (row: number, column: string) => number;
  rows: number;
}

const reads = new WeakMap<object, Map<number, Read>>();

/** The table of phases, with the place of the timer of each row; -1: it is not among the timers. */
function readPhases(run: Run): Read {
  const table = run.document.views.phases;
  const known = reads.get(table)?.get(run.metric);
  if (known) {
    return known;
  }
  const { timers } = run.document;
  const places = new Map<string, number>();
  if (table.rows.length > 0) {
    timers.id.forEach((_, place) => !timers.instance[place] && places.set(key(timers.component[place], timers.class[place], plainMethod(timers.method[place]!)), place));
  }
  const [phase, component, className, method] = ['phase', 'component', 'class', 'method'].map((one) => columnOf(table, one));
  const placeOf = table.rows.map((row) => places.get(key(row[component!], row[className!], row[method!])) ?? -1);
  const read: Read = {
    rows: table.rows.length,
    phase: (row) => String(table.rows[row]![phase!]),
    place: (row) => placeOf[row]!,
    number: (row, column) => Number(table.rows[row]![columnOf(table, column)]),
  };
  reads.set(table, (reads.get(table) ?? new Map<number, Read>()).set(run.metric, read));
  return read;
}

/** All phases, that with the largest self value first; none where the run has no phase. */
export function phasesOf(run: Run): Phase[] {
  const read = readPhases(run);
  const self = `${run.document.metrics[run.metric]!.name}.exclusive`;
  const found = new Map<string, Phase>();
  for (let row = 0; row < read.rows; row += 1) {
    const name = read.phase(row);
    const phase = found.get(name) ?? { name, self: 0, timers: 0, calls: null };
    found.set(name, phase);
    phase.self += read.number(row, self);
    phase.timers += 1;
    const place = read.place(row);
    if (place >= 0 && run.document.timers.kind[place] === 'phase' && run.document.timers.name[place] === name) {
      phase.calls = read.number(row, 'calls');
    }
  }
  return [...found.values()].sort((a, b) => b.self - a.self || (a.name < b.name ? -1 : 1));
}

/** Values of the timers in a phase, by the places of all timers; and the places of those that it has. */
export function timersInPhase(run: Run, phase: string): { values: ValueColumns; places: number[] } {
  const read = readPhases(run);
  const { timers, metrics } = run.document;
  const zeros = () => new Array<number>(timers.id.length).fill(0);
  const values: ValueColumns = { calls: zeros(), childCalls: zeros(), running: zeros(), inclusive: metrics.map(zeros), exclusive: metrics.map(zeros) };
  const places: number[] = [];
  for (let row = 0; row < read.rows; row += 1) {
    const place = read.place(row);
    if (place < 0 || read.phase(row) !== phase) {
      continue;
    }
    places.push(place);
    values.calls[place] = read.number(row, 'calls');
    values.childCalls[place] = read.number(row, 'childCalls');
    metrics.forEach(({ name }, metric) => {
      values.inclusive[metric]![place] = read.number(row, `${name}.inclusive`);
      values.exclusive[metric]![place] = read.number(row, `${name}.exclusive`);
    });
  }
  return { values, places };
}

/** The outermost call paths of a phase; null: no phase is chosen, or none that was called. */
export function rootsOfPhase(run: Run, phase: string): number[] | null {
  if (!phase) {
    return null;
  }
  const { paths, timers } = run.document;
  const isOf = (path: number) => timers.kind[timerOfPath(run, path)] === 'phase' && timers.name[timerOfPath(run, path)] === phase;
  const inside = new Uint8Array(paths.parent.length);
  const roots: number[] = [];
  // Callers come before what they call.
  paths.parent.forEach((above, path) => {
    if (above >= 0 && inside[above]) {
      inside[path] = 1;
    } else if (isOf(path)) {
      inside[path] = 1;
      roots.push(path);
    }
  });
  return roots.length > 0 ? roots : null;
}

/** Whether something belongs to the phase. */
export function hasPhase(run: Run, phase: string): boolean {
  return phase !== '' && phasesOf(run).some(({ name }) => name === phase);
}
