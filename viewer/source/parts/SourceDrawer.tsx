// The commands that made the assembly, with who asked for each: the way from a component to the line of its script and back.

import { columnOf } from '../data/document.ts';
import { duration, plural } from '../data/numbers.ts';
import { fits, type Run } from '../data/run.ts';
import { DataTable, type TableColumn } from './DataTable.tsx';
import type { DrawerProps } from './Drawer.tsx';

/** The components that a change is about. */
function componentsIn(run: Run, row: number): string[] {
  const { changes } = run.document.views;
  const names = ['user', 'provider'].map((key) => String(changes.rows[row]![columnOf(changes, key)] ?? ''));
  return names.flatMap((name) => [name, name.replace(/\.[^.]*$/, '')]).filter((name) => run.components.has(name) || run.document.assembly.instances.some(([instance]) => instance === name));
}

export function SourceDrawer({ run, selection, change }: DrawerProps) {
  const { changes } = run.document.views;
  const [time, cause, command] = ['time', 'cause', 'command'].map((key) => columnOf(changes, key));
  const rows = changes.rows.map((_, row) => row).filter((row) => String(changes.rows[row]![command!] ?? '') !== '' && fits(changes.rows[row]!.join(' '), selection.search));
  const { timers } = run.document;
  const place = selection.timer === null ? undefined : run.timerOf.get(selection.timer);
  const component = place === undefined ? '' : timers.component[place]!;
  if (changes.rows.length === 0) {
    return <p class="note">No script made this program: there is no assembly in the run. Archives do not hold the text of source files.</p>;
  }
  const columns: TableColumn[] = [
    { key: 'cause', title: 'by', value: (row) => changes.rows[row]![cause!]!, text: (value) => String(value).replace(/^.*\//, '') },
    { key: 'command', title: 'command', wide: true, value: (row) => changes.rows[row]![command!]! },
    { key: 'time', title: 'at', unit: 'ns', number: true, value: (row) => changes.rows[row]![time!]!, text: (value) => duration(Number(value) * 1e-9) },
  ];
  const about = rows.filter((row) => component !== '' && componentsIn(run, row).includes(component));
  return (
    <>
      <p class="note" role="status">{`${plural(rows.length, 'command')} of the script and of components, as they were executed${component ? `; ${about.length} of them are about ${component} (marked)` : ''}. Enter shows the timers of the component.`}</p>
      <DataTable
        name="Commands"
        columns={columns}
        rows={rows}
        marked={(row) => about.includes(row)}
        selected={about[0] ?? null}
        onSelect={(row) => {
          const name = componentsIn(run, row)[0];
          const timer = timers.id.find((_, at) => timers.component[at] === name);
          if (name !== undefined) {
            change({ search: '', ...(timer === undefined ? {} : { timer, path: null }) });
          }
        }}
      />
    </>
  );
}
