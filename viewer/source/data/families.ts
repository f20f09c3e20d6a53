// Who called a timer and whom it called, over all call paths in which it occurs.

import { chainOf, type Run } from './run.ts';

export interface Relative {
  /** Id of the timer; null: nobody, it was the outermost. */
  timer: number | null;
  calls: number;
  /** In the metric of the run. */
  value: number;
}

export interface Family {
  callers: Relative[];
  callees: Relative[];
  total: number;
  self: number;
}

function added(list: Map<number | null, Relative>, timer: number | null, calls: number, value: number): void {
  const known = list.get(timer) ?? { timer, calls: 0, value: 0 };
  list.set(timer, known);
  known.calls += calls;
  known.value += value;
}

/** Values of recursive calls are counted once, with the outermost call. */
export function familyOf(run: Run, timer: number): Family {
  const { paths } = run.document;
  const inclusive = paths.inclusive[run.metric]!;
  const [callers, callees] = [new Map<number | null, Relative>(), new Map<number | null, Relative>()];
  let [total, self] = [0, 0];
  paths.timer.forEach((id, path) => {
    if (id !== timer) {
      return;
    }
    self += paths.exclusive[run.metric]![path]!;
    const outer = chainOf(run, path).slice(0, -1);
    const isOutermost = !outer.some((above) => paths.timer[above] === timer);
    const above = paths.parent[path]!;
    added(callers, above < 0 ? null : paths.timer[above]!, paths.calls[path]!, isOutermost ? inclusive[path]! : 0);
    total += isOutermost ? inclusive[path]! : 0;
    for (const below of run.below.get(path) ?? []) {
      added(callees, paths.timer[below]!, paths.calls[below]!, inclusive[below]!);
    }
  });
  const order = (list: Map<number | null, Relative>) => [...list.values()].sort((a, b) => b.value - a.value || b.calls - a.calls);
  return { callers: order(callers), callees: order(callees), total, self };
}
