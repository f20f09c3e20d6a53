// Two runs, timer by timer. Timers are the same where name and type are.

import { listedTimers, type Run, shortName } from './run.ts';

export interface Difference {
  name: string;
  label: string;
  before: number;
  after: number;
  callsBefore: number;
  callsAfter: number;
  /** Id of the timer in the run that is looked at; null: it has none. */
  timer: number | null;
}

/** Self values; the largest difference first. */
export function differences(before: Run, after: Run): Difference[] {
  const found = new Map<string, Difference>();
  for (const run of [before, after]) {
    const { timers } = run.document;
    for (const place of listedTimers(run).filter((timer) => timers.kind[timer] !== 'parameter')) {
      const name = timers.name[place]!;
      const known = found.get(name) ?? { name, label: shortName(run, place), before: 0, after: 0, callsBefore: 0, callsAfter: 0, timer: null };
      found.set(name, known);
      const self = timers.exclusive[run.metric]![place]!;
      if (run === before) {
        known.before += self;
        known.callsBefore += timers.calls[place]!;
      } else {
        known.after += self;
        known.callsAfter += timers.calls[place]!;
        known.timer = timers.id[place]!;
      }
    }
  }
  return [...found.values()].sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || (a.name < b.name ? -1 : 1));
}
