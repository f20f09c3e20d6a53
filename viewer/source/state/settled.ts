// Of a program that runs: what should not change with every state.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Settled } from '../data/settled.ts';

/** As Settled, by the clock of the page; draws again when the newest values count. */
export function useSettled<Found>(key: unknown[], values: unknown, compute: () => Found): Found {
  const settled = useRef(new Settled<Found>());
  const [draws, setDraws] = useState(0);
  const found = settled.current.of(performance.now(), key, values, compute);
  useEffect(() => {
    const pause = settled.current.pending(performance.now(), values);
    if (pause === null) {
      return undefined;
    }
    const timer = setTimeout(() => setDraws(draws + 1), pause);
    return () => clearTimeout(timer);
  }, [values, draws, found]);
  return found;
}
