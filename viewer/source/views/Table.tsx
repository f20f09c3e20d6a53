// Timers in a flat table, or call paths as a tree.

import { useMemo, useState } from 'preact/hooks';
import type { Cell, ValueColumns } from '../data/document.ts';
import { plural } from '../data/numbers.ts';
import { fits, listedTimers, nameOfPath, type Run, shortName, timerOfPath } from '../data/run.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import type { View, ViewProps } from '../state/view.ts';

function part(value: number, total: number): number {
  return total > 0 ? value / total : 0;
}

function valueColumns(run: Run, values: ValueColumns): TableColumn[] {
  const metric = run.metric;
  const number = (key: string, title: string, unit: string, value: (row: number) => Cell): TableColumn => ({ key, title, unit, value, number: true });
  const columns: TableColumn[] = [
    { ...number('inclusive', 'total', run.unit, (row) => values.inclusive[metric]![row]!), part: (row) => part(values.inclusive[metric]![row]!, run.total) },
    { ...number('exclusive', 'self', run.unit, (row) => values.exclusive[metric]![row]!), part: (row) => part(values.exclusive[metric]![row]!, run.total) },
  ];
  if (values.exclusiveError) {
    columns.push(number('exclusiveError', '+- self', run.unit, (row) => values.exclusiveError![metric]![row]!));
  }
  columns.push(
    {
      ...number('share', 'self share', '%', (row) => 100 * part(values.exclusive[metric]![row]!, run.total)),
      text: (value) => (value as number).toFixed(1),
    },
    number('calls', 'calls', '', (row) => values.calls[row]!),
    number('childCalls', 'child calls', '', (row) => values.childCalls[row]!),
  );
  return columns;
}

function sorted(rows: number[], columns: TableColumn[], sort: string): number[] {
  const down = !sort.startsWith('-');
  const column = columns.find((candidate) => candidate.key === sort.replace(/^-/, ''));
  if (!column) {
    return rows;
  }
  const values = new Map(rows.map((row) => [row, column.value(row)]));
  const compare = (a: number, b: number) => {
    const [left, right] = [values.get(a)!, values.get(b)!];
    const order = typeof left === 'number' && typeof right === 'number' ? right - left : String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
    return (down ? order : -order) || a - b;
  };
  return [...rows].sort(compare);
}

function FlatTable({ run, selection, change }: ViewProps) {
  const { timers } = run.document;
  const columns: TableColumn[] = [
    { key: 'name', title: 'timer', value: (row) => shortName(run, row), wide: true },
    ...valueColumns(run, timers),
    { key: 'class', title: 'class', value: (row) => timers.class[row]! },
  ];
  const sort = selection.sort || 'exclusive';
  const rows = useMemo(
    () => sorted(listedTimers(run).filter((row) => fits(`${timers.component[row]} ${timers.name[row]}`, selection.search)), columns, sort),
    [run, selection.search, sort],
  );
  return (
    <>
      <p class="note" role="status">{`${plural(rows.length, 'timer')}, threads added up${selection.search ? `, with "${selection.search}"` : ''}`}</p>
      <DataTable
        name="Timers"
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        selected={selection.timer === null ? null : (run.timerOf.get(selection.timer) ?? null)}
        onSelect={(row) => change({ timer: timers.id[row]!, path: null })}
      />
    </>
  );
}

/** The rows of the tree in the order in which they are shown. With a search: paths that fit and those above them. */
function treeRows(run: Run, columns: TableColumn[], sort: string, closed: Set<number>, search: string): number[] {
  const { parent } = run.document.paths;
  let wanted: Set<number> | null = null;
  if (search) {
    wanted = new Set();
    for (let path = 0; path < parent.length; path += 1) {
      if (fits(nameOfPath(run, path), search)) {
        for (let place = path; place >= 0 && !wanted.has(place); place = parent[place]!) {
          wanted.add(place);
        }
      }
    }
  }
  const rows: number[] = [];
  const add = (above: number) => {
    for (const path of sorted(run.below.get(above) ?? [], columns, sort)) {
      if (!wanted || wanted.has(path)) {
        rows.push(path);
        if (!closed.has(path)) {
          add(path);
        }
      }
    }
  };
  add(-1);
  return rows;
}

function TreeTable({ run, selection, change }: ViewProps) {
  const [closed, setClosed] = useState<Set<number>>(new Set());
  const { paths } = run.document;
  const depths = useMemo(() => {
    const all: number[] = [];
    paths.parent.forEach((parent, path) => {
      all[path] = parent < 0 ? 0 : all[parent]! + 1;
    });
    return all;
  }, [run]);
  const columns: TableColumn[] = [
    { key: 'name', title: 'call path', value: (row) => shortName(run, timerOfPath(run, row)), wide: true },
    ...valueColumns(run, paths),
    { key: 'threads', title: 'threads', value: (row) => paths.threads[row]!, number: true },
  ];
  const sort = selection.sort || 'inclusive';
  const rows = useMemo(() => treeRows(run, columns, sort, closed, selection.search), [run, sort, closed, selection.search]);
  const selected = selection.path ?? (selection.timer === null ? null : (rows.find((row) => paths.timer[row] === selection.timer) ?? null));
  return (
    <>
      <p class="note" role="status">{`${plural(rows.length, 'call path')} of ${paths.parent.length}, threads added up. Left and right close and open a row.`}</p>
      <DataTable
        name="Call paths"
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        selected={selected}
        onSelect={(row) => change({ path: row, timer: paths.timer[row]! })}
        tree={(row) => ({ depth: depths[row]!, open: run.below.has(row) ? !closed.has(row) : undefined })}
        onToggle={(row) => {
          const next = new Set(closed);
          if (!next.delete(row)) {
            next.add(row);
          }
          setClosed(next);
        }}
      />
    </>
  );
}

export const table: View = {
  id: 'table',
  title: 'Table',
  missing: (run) => (run.document.timers.id.length === 0 ? 'No timer was started in this run.' : ''),
  help: 'Total is everything between start and stop, recursion counted once; self is total without the timers inside. Click a title to sort, again to turn the order round. Bars behind numbers are shares of what was measured.',
  show: (props) => (
    <div class="filled">
      <Choice name="Rows" value={props.selection.show === 'tree' ? 'tree' : 'flat'} choices={[['flat', 'timers'], ['tree', 'call paths']]} onChoose={(show) => props.change({ show, sort: '' })} />
      {props.selection.show === 'tree' ? <TreeTable {...props} /> : <FlatTable {...props} />}
    </div>
  ),
};
