// Timers on threads, and what threads are called.

import { type Run } from './run.ts';

export type Shown = 'exclusive' | 'inclusive' | 'calls';

export interface OnThread {
  /** Its place. */
  thread: number;
  value: number;
}

/** The values of a timer on each thread that started it; threads of the selection only. */
export function valuesOnThreads(run: Run, timer: number, shown: Shown, chosen: number[]): OnThread[] {
  const { onThreads, threads } = run.document;
  const column = shown === 'calls' ? onThreads.calls : onThreads[shown][run.metric]!;
  const values: OnThread[] = [];
  onThreads.timer.forEach((id, row) => {
    const thread = onThreads.thread[row]!;
    if (id === timer && (chosen.length === 0 || chosen.includes(threads[thread]!.id))) {
      values.push({ thread, value: column[row]! });
    }
  });
  return values;
}

/** Its rank, where it has one, and its number; the name that the system knows it by where it has no rank. */
export function threadLabel(run: Run, place: number): string {
  const { threads } = run.document;
  const thread = threads[place]!;
  if (thread.rank === undefined || thread.rank < 0) {
    return /^rank \d/.test(thread.name) ? thread.name : `thread ${thread.id}${thread.name ? ` ${thread.name}` : ''}`;
  }
  const several = threads.filter((other) => other.rank === thread.rank).length > 1;
  return `rank ${thread.rank}${several ? `, thread ${thread.id}` : ''}`;
}

export interface Spread {
  threads: number;
  min: number;
  mean: number;
  max: number;
  deviation: number;
}

/** Over the threads that started it. */
export function spreadOf(values: number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
  return { threads: values.length, min: values.length > 0 ? Math.min(...values) : 0, mean, max: values.length > 0 ? Math.max(...values) : 0, deviation };
}

const cache = new WeakMap<Run, Map<number, Spread>>();

/** The spread of the self values of each timer over threads, by id. */
export function spreads(run: Run): Map<number, Spread> {
  const known = cache.get(run);
  if (known) {
    return known;
  }
  const values = new Map<number, number[]>();
  const { onThreads } = run.document;
  onThreads.timer.forEach((id, row) => {
    const list = values.get(id) ?? [];
    values.set(id, list);
    list.push(onThreads.exclusive[run.metric]![row]!);
  });
  const found = new Map([...values].map(([id, list]): [number, Spread] => [id, spreadOf(list)]));
  cache.set(run, found);
  return found;
}
