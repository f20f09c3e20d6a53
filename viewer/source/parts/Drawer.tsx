// What opens over every view: details of what is selected, raw records, and the script that made the assembly.

import type { Run } from '../data/run.ts';
import type { Span } from '../data/window.ts';
import { type Change, type Drawer as Name, drawers, type Selection } from '../state/selection.ts';
import { DetailsDrawer } from './DetailsDrawer.tsx';
import { EventsDrawer } from './EventsDrawer.tsx';
import { SourceDrawer } from './SourceDrawer.tsx';

export interface DrawerProps {
  run: Run;
  selection: Selection;
  change: Change;
  now: Span | null;
}

const titles: Record<Name, string> = { details: 'Details', events: 'Events', source: 'Source' };

export function Drawer(props: DrawerProps) {
  const { selection, change } = props;
  if (!selection.drawer) {
    return null;
  }
  return (
    <aside class="drawer" aria-label={titles[selection.drawer]} data-drawer={selection.drawer}>
      <div class="drawer-head" role="group" aria-label="Drawers">
        {drawers.map((name) => (
          <button key={name} aria-pressed={selection.drawer === name} onClick={() => change({ drawer: name }, true)}>
            {titles[name]}
          </button>
        ))}
        <button class="drawer-close" onClick={() => change({ drawer: '' }, true)} aria-label="Close the drawer">
          {'\u00d7'}
        </button>
      </div>
      <div class="drawer-body">{selection.drawer === 'details' ? <DetailsDrawer {...props} /> : selection.drawer === 'events' ? <EventsDrawer {...props} /> : <SourceDrawer {...props} />}</div>
    </aside>
  );
}
