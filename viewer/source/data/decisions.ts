// What tuners believed of candidates, and what they measured.

import { columnOf, type TuningContext } from './document.ts';
import type { Run } from './run.ts';

export interface Estimate {
  candidate: string;
  calls: number;
  /** 0: no call has finished. */
  cost: number;
  low: number;
  high: number | null;
  /** Calls that were ended cost at least that much; 0: none. */
  bound: number;
  quarantine: number;
}

/** The estimates at a decision, lowest cost first, those of which nothing is known last. */
export function estimatesAt(run: Run, decision: number): Estimate[] {
  const all = run.document.estimates;
  if (!all) {
    return [];
  }
  const found: Estimate[] = [];
  all.decision.forEach((of, row) => {
    if (of === decision) {
      found.push({ candidate: all.candidate[row]!, calls: all.calls[row]!, cost: all.cost[row]!, low: all.low[row]!, high: all.high[row]!, bound: all.bound[row]!, quarantine: all.quarantine[row]! });
    }
  });
  return found.sort((a, b) => Number(a.cost === 0) - Number(b.cost === 0) || a.cost - b.cost);
}

export interface Learned {
  port: string;
  context: string;
  /** A short text for the context. */
  label: string;
  decisions: number;
  /** Row of the last decision in the context that has estimates. */
  last: number;
}

/** The contexts that tuners decided in, those with the most decisions first. */
export function learnedContexts(run: Run): Learned[] {
  const { decisions } = run.document.views;
  const [port, context, label, repeats] = ['port', 'context', 'shortContext', 'repeats'].map((key) => columnOf(decisions, key));
  const known = new Set(run.document.estimates?.decision ?? []);
  const found = new Map<string, Learned>();
  decisions.rows.forEach((row, place) => {
    const key = JSON.stringify([row[port!], row[context!]]);
    const one = found.get(key) ?? { port: String(row[port!]), context: String(row[context!]), label: String(row[label!] ?? row[context!]), decisions: 0, last: -1 };
    found.set(key, one);
    one.decisions += Number(row[repeats!] ?? 1);
    one.last = known.has(place) ? place : one.last;
  });
  return [...found.values()].filter((one) => one.last >= 0).sort((a, b) => b.decisions - a.decisions);
}

/** What the decisions came to in a context; undefined: not known. */
export function summaryOf(run: Run, port: string, context: string): TuningContext | undefined {
  return run.document.tuning?.contexts.find((one) => one.port === port && one.context === context);
}

/** The unit of costs: seconds where all of them are the time of their call. */
export function costUnit(run: Run): string {
  const { decisions } = run.document.views;
  const place = columnOf(decisions, 'cost');
  return place < 0 ? '' : decisions.columns[place]!.unit;
}

/** Which provider each swapped port was connected to at a moment. */
export function providersAt(run: Run, at: number): Map<string, string> {
  const { changes } = run.document.views;
  const [time, action, user, provider] = ['time', 'action', 'user', 'provider'].map((key) => columnOf(changes, key));
  const swapped = new Set(changes.rows.filter((row) => row[action!] === 'swap').map((row) => String(row[user!])));
  const found = new Map<string, string>();
  for (const row of changes.rows) {
    const port = String(row[user!]);
    if (Number(row[time!]) <= at && swapped.has(port)) {
      if (row[action!] === 'disconnect') {
        found.delete(port);
      } else if (row[action!] === 'connect' || row[action!] === 'swap') {
        found.set(port, String(row[provider!]).replace(/\.[^.]*$/, ''));
      }
    }
  }
  return found;
}
