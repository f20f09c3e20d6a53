import type { ComponentChildren } from 'preact';
import type { PageDocument } from '../data/document.ts';
import type { Run } from '../data/run.ts';
import type { LivePart } from '../data/live.ts';
import type { Change, Pane, Selection } from './selection.ts';

/** What every view is a function of. */
export interface ViewProps {
  run: Run;
  /** All runs of the page. */
  document: PageDocument;
  selection: Selection;
  change: Change;
  /** What dynamic views show: the frame while the run is played, else the window; null: everything. */
  now: [number, number] | null;
}

/** A view registers itself by being in the list of views/index.ts. */
export interface View {
  id: string;
  title: string;
  /** Whether it shows what happened in a part of the time, so that playing the run changes it. */
  dynamic: boolean;
  /** The large parts of a live document that it looks at; without it: all. */
  looksAt?: (pane: Pane) => LivePart[];
  /** Why there is nothing to see in a run; empty: there is. */
  missing: (run: Run, document: PageDocument) => string;
  show: (props: ViewProps) => ComponentChildren;
}
