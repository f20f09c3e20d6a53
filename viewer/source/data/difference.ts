// Two runs, timer by timer. Timers are the same where name and type are.

import { listedTimers, type Run, shortName, timerOfPath } from './run.ts';

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

/** A call path of two runs: those are the same where the names from the outermost call on are. */
export interface DifferencePath {
  name: string;
  label: string;
  before: number;
  after: number;
  callsBefore: number;
  callsAfter: number;
  /** Id of the timer in the run that is looked at; null: it is not there. */
  timer: number | null;
  below: DifferencePath[];
}

/** The call paths of both runs as one tree, under a root without a name; those with the most time of both first. */
export function differencePaths(before: Run, after: Run): DifferencePath {
  const make = (name: string, label: string): DifferencePath => ({ name, label, before: 0, after: 0, callsBefore: 0, callsAfter: 0, timer: null, below: [] });
  const root = make('', '');
  for (const run of [before, after]) {
    const { paths, timers } = run.document;
    const nodes: DifferencePath[] = [];
    const children = new Map<DifferencePath, Map<string, DifferencePath>>();
    paths.parent.forEach((parent, path) => {
      const above = parent < 0 ? root : nodes[parent]!;
      const place = timerOfPath(run, path);
      const name = timers.name[place]!;
      const known = children.get(above) ?? new Map(above.below.map((node) => [node.name, node]));
      children.set(above, known);
      let node = known.get(name);
      if (!node) {
        node = make(name, shortName(run, place));
        known.set(name, node);
        above.below.push(node);
      }
      nodes[path] = node;
      const value = Math.max(0, paths.inclusive[run.metric]![path]!);
      if (run === before) {
        node.before += value;
        node.callsBefore += paths.calls[path]!;
      } else {
        node.after += value;
        node.callsAfter += paths.calls[path]!;
        node.timer = timers.id[place]!;
      }
    });
  }
  root.before = root.below.reduce((sum, node) => sum + node.before, 0);
  root.after = root.below.reduce((sum, node) => sum + node.after, 0);
  const order = (node: DifferencePath) => {
    node.below.sort((a, b) => b.before + b.after - a.before - a.after || (a.name < b.name ? -1 : 1));
    node.below.forEach(order);
  };
  order(root);
  return root;
}
