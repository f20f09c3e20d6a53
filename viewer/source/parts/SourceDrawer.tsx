// The source files of the run; and the commands that made the assembly, with who asked for each: the way from a component to the
// line of its script and back.

import { columnOf } from '../data/document.ts';
import { duration, plural } from '../data/numbers.ts';
import { fits, type Run } from '../data/run.ts';
import { DataTable, type TableColumn } from './DataTable.tsx';
import type { DrawerProps } from './Drawer.tsx';
import { SourceText } from './SourceText.tsx';

/** The components that a change is about. */
function componentsIn(run: Run, row: number): string[] {
  const { changes } = run.document.views;
  const names = ['user', 'provider'].map((key) => String(changes.rows[row]![columnOf(changes, key)] ?? ''));
  return names.flatMap((name) => [name, name.replace(/\.[^.]*$/, '')]).filter((name) => run.components.has(name) || run.document.assembly.instances.some(([instance]) => instance === name));
}

function Commands({ run, selection, change }: DrawerProps) {
  const { changes } = run.document.views;
  const [time, cause, command] = ['time', 'cause', 'command'].map((key) => columnOf(changes, key));
  const rows = changes.rows.map((_, row) => row).filter((row) => String(changes.rows[row]![command!] ?? '') !== '' && fits(changes.rows[row]!.join(' '), selection.search));
  const { timers } = run.document;
  const place = selection.timer === null ? undefined : run.timerOf.get(selection.timer);
  const component = place === undefined ? '' : timers.component[place]!;
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

export function SourceDrawer(props: DrawerProps) {
  const hasFiles = (props.run.document.sources?.files.length ?? 0) > 0;
  const hasCommands = props.run.document.views.changes.rows.length > 0;
  if (!hasFiles && !hasCommands) {
    return <p class="note">No source line is known in this run, and no script made the program. gantry exec --sources samples a program that was compiled with -g, and keeps its source files.</p>;
  }
  return (
    <>
      {hasFiles && <SourceText {...props} />}
      {hasCommands && <Commands {...props} />}
    </>
  );
}
