// Newer states of a program that runs, from the server of gantry serve.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageDocument } from '../data/document.ts';
import { follow, type LiveConnection, type LivePart, type LiveReply, type LiveState } from '../data/live.ts';
import { duration } from '../data/numbers.ts';

export interface Live {
  document: PageDocument;
  /** What to say of it; empty: the document is of a run that has ended, out of a file. */
  text: string;
  /** Carries out a command of the script language; null: the server does not permit that, or the run has ended. */
  control: Control | null;
}

export type Control = (command: string) => Promise<LiveReply>;

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

/** The newest state, at most `rate` a second, of what is looked at. The next one is taken when the one before has been drawn. */
export function useLive(first: PageDocument, watches: boolean, rate: number, parts: LivePart[] | null): Live {
  const connected = useRef<LiveConnection | null>(null);
  const [live, set] = useState<Live>({ document: first, text: watches ? 'live' : '', control: null });
  useEffect(() => {
    if (!watches) {
      return undefined;
    }
    const connection = follow(
      {
        state: (state) =>
          new Promise((drawn) => {
            set((before) => ({ document: state.document, text: textOf(state), control: state.program === 'runs' ? before.control : null }));
            requestAnimationFrame(() => drawn());
          }),
        control: (allowed) => set((before) => ({ ...before, control: allowed ? (command) => connection.control(command) : null })),
        lost: (since) => set((before) => (before.text.startsWith('The program') ? before : { ...before, text: `The server has not replied since ${since.toLocaleTimeString()}; this is the last state.` })),
      },
      rate,
      parts,
    );
    connected.current = connection;
    return () => connection.close();
  }, [watches]);
  useEffect(() => connected.current?.setRate(rate), [rate]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) {
      connected.current?.setParts(parts);
    }
    isFirst.current = false;
  }, [parts?.join()]);
  return live;
}
