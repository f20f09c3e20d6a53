// The states of a program that runs, from the server of gantry serve. A worker receives them: ../live/README.md.

import script from 'worker:receive';
import type { FromWorker, LivePart, LiveReply, Program, ReceivedState, ToWorker } from '../live/messages.ts';
import { unpacked } from '../live/numbers.ts';
import { type Change, changed } from './changes.ts';
import type { PageDocument } from './document.ts';

export type { LivePart, LiveReply };

export interface LiveState {
  id: number;
  timeNs: number;
  program: Program;
  document: PageDocument;
}

export interface LiveConnection {
  /** At most so many states a second from now on. */
  setRate(rate: number): void;
  /** What is looked at; null: everything. What is not stays as it was until the program ends. */
  setParts(parts: LivePart[] | null): void;
  /** Carries out a command of the script language, where the server allows that. */
  control(command: string): Promise<LiveReply>;
  close(): void;
}

export interface LiveListener {
  /** A newer state; the next one comes when this has returned (or its promise is done). */
  state(state: LiveState): void | Promise<void>;
  /** The server does not reply since that time; it is asked again and again. */
  lost(since: Date): void;
  /** Whether commands are carried out. */
  control?(allowed: boolean): void;
}

/** A document of some parts, with the others as they were before. */
function completed(document: PageDocument, before: PageDocument | null): PageDocument {
  return { ...document, runs: document.runs.map((run, place) => ({ ...before?.runs[place], ...run })) };
}

function documentOf(state: ReceivedState, before: PageDocument | null): PageDocument {
  return state.change ? (changed(before, unpacked(state.change) as Change) as PageDocument) : completed(unpacked(state.document) as PageDocument, state.goesOn ? before : null);
}

/** Follows the program, and goes on where it was when the connection was lost. */
export function follow(listener: LiveListener, rate = 1, parts: LivePart[] | null = null): LiveConnection {
  const source = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(source);
  const tell = (message: ToWorker) => worker.postMessage(message);
  let document: PageDocument | null = null;
  let requests = 0;
  const waiting = new Map<number, (reply: LiveReply) => void>();
  worker.onmessage = async ({ data }: MessageEvent<FromWorker>) => {
    switch (data.kind) {
      case 'state':
        document = documentOf(data, document);
        await listener.state({ id: data.id, timeNs: data.timeNs, program: data.program, document });
        tell({ kind: 'drawn' });
        break;
      case 'lost':
        listener.lost(data.since);
        break;
      case 'control':
        listener.control?.(data.allowed);
        break;
      case 'reply':
        waiting.get(data.request)?.(data.reply);
        waiting.delete(data.request);
    }
  };
  tell({ kind: 'begin', address: location.href, hasSockets: typeof WebSocket !== 'undefined', rate, parts });
  return {
    setRate(newRate) {
      if (newRate !== rate) {
        rate = newRate;
        tell({ kind: 'rate', rate });
      }
    },
    setParts: (newParts) => tell({ kind: 'parts', parts: newParts }),
    control(command) {
      return new Promise((done) => {
        waiting.set(++requests, done);
        tell({ kind: 'control', request: requests, command });
      });
    },
    close() {
      worker.terminate();
      URL.revokeObjectURL(source);
    },
  };
}
