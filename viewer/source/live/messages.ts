// What a page and the worker that receives states for it say to each other.

import type { Change } from '../data/changes.ts';

/** Large members of the document of a run, of which the server sends those that are asked for. */
export type LivePart = 'timers' | 'paths' | 'threads' | 'onThreads' | 'assembly' | 'views' | 'modules';

export type Program = 'runs' | 'ended' | 'archived';

export interface LiveReply {
  ok: boolean;
  output: string;
  error: string;
}

/** A state, with its long lists of numbers as Float64Array. */
export interface ReceivedState {
  kind: 'state';
  id: number;
  timeNs: number;
  program: Program;
  /** Whole, but for the parts that were not asked for; or what has changed since the state before. */
  document?: unknown;
  change?: Change;
  /** Whether parts that are not in the document are those of the state before. */
  goesOn: boolean;
}

export type FromWorker = ReceivedState | { kind: 'lost'; since: Date } | { kind: 'control'; allowed: boolean } | { kind: 'reply'; request: number; reply: LiveReply };

export type ToWorker =
  | { kind: 'begin'; address: string; hasSockets: boolean; rate: number; parts: LivePart[] | null }
  /** The last state that was sent is on the screen. */
  | { kind: 'drawn' }
  | { kind: 'rate'; rate: number }
  | { kind: 'parts'; parts: LivePart[] | null }
  | { kind: 'control'; request: number; command: string };
