// Which parts of the document of a program that runs are on the screen.

import type { LivePart } from '../data/live.ts';
import type { Selection } from './selection.ts';
import type { View } from './view.ts';

/** Those that every view may look at; they are small, or the view of most programs. */
const always: LivePart[] = ['timers', 'threads', 'assembly', 'views'];

/** null: all. A drawer shows anything of what is selected. */
export function partsOf(selection: Selection, views: View[]): LivePart[] | null {
  if (selection.drawer) {
    return null;
  }
  const parts = new Set(always);
  for (const pane of [selection, ...selection.panes]) {
    const looksAt = views.find(({ id }) => id === pane.view)?.looksAt;
    if (!looksAt) {
      return null;
    }
    looksAt(pane).forEach((part) => parts.add(part));
  }
  if (selection.path !== null) {
    parts.add('paths');
  }
  return [...parts].sort();
}
