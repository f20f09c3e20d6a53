// What opens over every view: details of what is selected, raw records, the script that made the assembly, and commands
// for a program that runs.

import type { Run } from '../data/run.ts';
import type { Span } from '../data/window.ts';
import type { Control } from '../state/live.ts';
import { type Change, type Drawer as Name, drawers, type Selection } from '../state/selection.ts';
import { ControlDrawer } from './ControlDrawer.tsx';
import { DetailsDrawer } from './DetailsDrawer.tsx';
import { EventsDrawer } from './EventsDrawer.tsx';
import { SourceDrawer } from './SourceDrawer.tsx';

export interface DrawerProps {
  run: Run;
  selection: Selection;
  change: Change;
  now: Span | null;
  control: Control | null;
}

const titles: Record<Name, string> = { details: 'Details', events: 'Events', source: 'Source', control: 'Control' };

const bodies = { details: DetailsDrawer, events: EventsDrawer, source: SourceDrawer, control: ControlDrawer };

export function Drawer(props: DrawerProps) {
  const { selection, change, control } = props;
  if (!selection.drawer) {
    return null;
  }
  const Body = bodies[selection.drawer];
  return (
    <aside class="drawer" aria-label={titles[selection.drawer]} data-drawer={selection.drawer}>
      <div class="drawer-head" role="group" aria-label="Drawers">
        {drawers.filter((name) => name !== 'control' || control || selection.drawer === name).map((name) => (
          <button key={name} aria-pressed={selection.drawer === name} onClick={() => change({ drawer: name }, true)}>
            {titles[name]}
          </button>
        ))}
        <button class="drawer-close" onClick={() => change({ drawer: '' }, true)} aria-label="Close the drawer">
          {'\u00d7'}
        </button>
      </div>
      <div class="drawer-body">
        <Body {...props} />
      </div>
    </aside>
  );
}
