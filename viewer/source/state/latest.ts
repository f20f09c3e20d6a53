// Values that are asked for, where only the newest request counts; and how many are on their way, so that a player
// knows when a frame is complete.

import { useEffect, useState } from 'preact/hooks';

let underWay = 0;

/** Requests whose answers are not there yet. */
export function requestsUnderWay(): number {
  return underWay;
}

/** The value and, where it could not be had, why. The request before is given up; its value stays until the next one is there. */
export function useLatest<Value>(ask: (signal: AbortSignal) => Promise<Value>, keys: unknown[]): [Value | null, string] {
  const [value, set] = useState<Value | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const control = new AbortController();
    underWay += 1;
    ask(control.signal)
      .then(
        (found) => {
          if (!control.signal.aborted) {
            set(() => found);
            setProblem('');
          }
        },
        (error: Error) => control.signal.aborted || setProblem(error.message),
      )
      .finally(() => {
        underWay -= 1;
      });
    return () => control.abort();
  }, keys);
  return [value, problem];
}
