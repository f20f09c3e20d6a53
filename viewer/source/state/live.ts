// Newer states of a program that runs, from the server of gantry serve.

import { useEffect, useState } from 'preact/hooks';
import { type PageDocument, readDocument } from '../data/document.ts';
import { duration } from '../data/numbers.ts';
import { ask } from '../data/server.ts';

export interface Live {
  document: PageDocument;
  /** What to say of it; empty: the document is of a run that has ended, out of a file. */
  text: string;
}

/** One request at a time; what comes meanwhile is one more request. */
export function useLive(first: PageDocument, watches: boolean): Live {
  const [live, set] = useState<Live>({ document: first, text: watches ? 'live' : '' });
  useEffect(() => {
    if (!watches) {
      return undefined;
    }
    const source = new EventSource('api/live');
    let newest: { timeNs: number; runs: boolean } | null = null;
    let asking = false;
    const next = async () => {
      if (asking || !newest) {
        return;
      }
      asking = true;
      const { timeNs, runs } = newest;
      newest = null;
      try {
        const document = readDocument(await ask('api/page'));
        set({ document, text: runs ? `live, ${duration(timeNs * 1e-9)} measured` : `The program has ended after ${duration(timeNs * 1e-9)}; this is its last state.` });
        if (!runs) {
          source.close();
        }
      } catch (error) {
        set((before) => ({ ...before, text: (error as Error).message }));
      }
      asking = false;
      void next();
    };
    source.onmessage = (event) => {
      newest = JSON.parse(event.data as string) as { timeNs: number; runs: boolean };
      void next();
    };
    const lost = () => set((before) => (before.text.startsWith('The program') ? before : { ...before, text: `The server has not replied since ${new Date().toLocaleTimeString()}; this is the last state.` }));
    source.onerror = lost;
    return () => source.close();
  }, [watches]);
  return live;
}
