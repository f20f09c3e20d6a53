import type { ComponentChildren } from 'preact';
import type { PageDocument } from '../data/document.ts';
import type { Run } from '../data/run.ts';
import type { Change, Selection } from './selection.ts';

/** What every view is a function of. */
export interface ViewProps {
  run: Run;
  /** All runs of the page. */
  document: PageDocument;
  selection: Selection;
  change: Change;
}

/** A view registers itself by being in the list of views/index.ts. */
export interface View {
  id: string;
  title: string;
  /** Why there is nothing to see in a run; empty: there is. */
  missing: (run: Run, document: PageDocument) => string;
  /** One or two sentences on how to read it, for the help. */
  help: string;
  show: (props: ViewProps) => ComponentChildren;
}
