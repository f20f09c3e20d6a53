// Newer states of a program that runs, from the server of gantry serve.

import { useEffect, useState } from 'preact/hooks';
import type { PageDocument } from '../data/document.ts';
import { follow, type LiveState } from '../data/live.ts';
import { duration } from '../data/numbers.ts';

export interface Live {
  document: PageDocument;
  /** What to say of it; empty: the document is of a run that has ended, out of a file. */
  text: string;
}

function textOf({ program, timeNs }: LiveState): string {
  const measured = duration(timeNs * 1e-9);
  switch (program) {
    case 'runs':
      return `live, ${measured} measured`;
    case 'ended':
      return `The program has ended after ${measured}; this is its last state.`;
    case 'archived':
      return `The program has ended after ${measured}; this is its archive.`;
  }
}

/** The newest state. The next one is taken when the one before has been drawn. */
export function useLive(first: PageDocument, watches: boolean): Live {
  const [live, set] = useState<Live>({ document: first, text: watches ? 'live' : '' });
  useEffect(() => {
    if (!watches) {
      return undefined;
    }
    const connection = follow({
      state: (state) =>
        new Promise((drawn) => {
          set({ document: state.document, text: textOf(state) });
          requestAnimationFrame(() => drawn());
        }),
      lost: (since) => set((before) => (before.text.startsWith('The program') ? before : { ...before, text: `The server has not replied since ${since.toLocaleTimeString()}; this is the last state.` })),
    });
    return () => connection.close();
  }, [watches]);
  return live;
}
