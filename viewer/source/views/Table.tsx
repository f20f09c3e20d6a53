// Timers in a flat table, or call paths as a tree.

import { useMemo, useState } from 'preact/hooks';
import type { Cell, ValueColumns } from '../data/document.ts';
import { readFormula } from '../data/formula.ts';
import { plural, quantity, share } from '../data/numbers.ts';
import { byValue } from '../data/order.ts';
import { hasPhase, rootsOfPhase, timersInPhase } from '../data/phases.ts';
import { spreads } from '../data/threads.ts';
import { fits, listedTimers, nameOfPath, type Run, shortName, timersBySelf, timerOfPath } from '../data/run.ts';
import { Bars } from '../parts/Bars.tsx';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { PhaseChoice } from '../parts/PhaseChoice.tsx';
import { fileName, saveFile } from '../parts/share.ts';
import { useSettled } from '../state/settled.ts';
import { paintOfComponent } from '../state/theme.ts';
import type { View, ViewProps } from '../state/view.ts';
import { Phases } from './TablePhases.tsx';

function part(value: number, total: number): number {
  return total > 0 ? value / total : 0;
}

/** What formulas may use: columns in the unit of the metric, counts, and the metrics by name. */
function formulaNames(run: Run): string[] {
  return ['total', 'self', 'calls', 'child_calls', ...run.document.metrics.flatMap(({ name }) => (/^[A-Za-z_][\w.]*$/.test(name) ? [`${name}.total`, `${name}.self`] : []))];
}

function formulaValue(run: Run, values: ValueColumns, row: number, name: string): number {
  const metric = run.document.metrics.findIndex((one) => name.startsWith(`${one.name}.`));
  const of = metric < 0 ? run.metric : metric;
  if (name === 'calls') {
    return values.calls[row]!;
  }
  return name === 'child_calls' ? values.childCalls[row]! : (name.endsWith('self') ? values.exclusive : values.inclusive)[of]![row]!;
}

/** The column of the formula, where there is one that can be read. */
function derivedColumn(run: Run, values: ValueColumns, formula: string): TableColumn[] {
  try {
    const compute = formula.trim() ? readFormula(formula, formulaNames(run)) : null;
    // Times stay times when they are divided by counts or added; of anything else the unit is not known.
    const unit = run.unit === 'ns' && /self|total/.test(formula) && !/\/.*(self|total)|(self|total).*\*.*(self|total)/.test(formula) ? 'ns' : '';
    const value = (row: number) => {
      const found = compute!((name) => formulaValue(run, values, row, name));
      return Number.isFinite(found) ? found : null;
    };
    return compute ? [{ key: 'derived', title: formula, unit, number: true, value }] : [];
  } catch {
    return [];
  }
}

function FormulaField({ run, selection, change }: ViewProps) {
  let problem = '';
  try {
    if (selection.formula.trim()) {
      readFormula(selection.formula, formulaNames(run));
    }
  } catch (error) {
    problem = (error as Error).message;
  }
  return (
    <label class="formula">
      {'Own column '}
      <input type="text" value={selection.formula} placeholder="such as self / calls" title={`Columns: ${formulaNames(run).join(', ')}`} aria-invalid={problem !== ''} onInput={(event) => change({ formula: event.currentTarget.value }, true)} />
      {problem && (
        <span class="bad" role="alert">
          {` ${problem}`}
        </span>
      )}
    </label>
  );
}

/** How values differ over the threads that have them. */
function spreadColumns(run: Run): TableColumn[] {
  const found = spreads(run);
  const of = (row: number) => found.get(run.document.timers.id[row]!);
  const column = (key: 'min' | 'mean' | 'max' | 'deviation', title: string): TableColumn => ({ key, title, unit: run.unit, number: true, hint: `Self value, ${title} over the threads that started the timer`, value: (row) => of(row)?.[key] ?? null });
  return [
    { key: 'onThreads', title: 'threads', number: true, value: (row) => of(row)?.threads ?? null },
    column('min', 'min'),
    column('mean', 'mean'),
    column('max', 'max'),
    column('deviation', 'deviation'),
    { key: 'imbalance', title: 'imbalance', unit: '%', number: true, hint: 'How much longer the longest thread is than the mean', value: (row) => (of(row) && of(row)!.mean > 0 ? 100 * (of(row)!.max / of(row)!.mean - 1) : null), text: (value) => (value === null ? '-' : Number(value).toFixed(1)) },
  ];
}

/** The rules that measure only these timers, or all but these; docs/formats/selection.md. */
export function selectionFile(run: Run, ids: number[], only: boolean): string {
  // Patterns: what is not a letter of a rule stands for any one.
  const names = ids.map((id) => run.document.timers.name[run.timerOf.get(id)!]!.replace(/[*?\n\r]/g, '?'));
  return ['gantry-selection 1', ...(only ? ['exclude timer *'] : []), ...names.map((name) => `${only ? 'include' : 'exclude'} timer ${name}`), ''].join('\n');
}

function Regions({ run, selection, change }: ViewProps) {
  if (selection.regions.length === 0) {
    return <span class="note">The space bar chooses a row as a region, which has a colour of its own in Timeline and Ranks and can be measured alone.</span>;
  }
  const save = (only: boolean) => saveFile(fileName(run.document.name, only ? 'only' : 'without', 'selection'), new Blob([selectionFile(run, selection.regions, only)], { type: 'text/plain' }));
  return (
    <span class="controls" role="group" aria-label="Chosen regions">
      <span class="note">{plural(selection.regions.length, 'chosen region')}</span>
      <button onClick={() => save(true)} title="A file for gantry run --select: only these are measured">Measure only these</button>
      <button onClick={() => save(false)} title="A file for gantry run --select: all but these are measured">Leave these out</button>
      <button onClick={() => change({ regions: [] })}>None</button>
    </span>
  );
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
  const values = rows.map((row) => column.value(row));
  if (values.every((value) => typeof value === 'number')) {
    const sign = down ? 1 : -1;
    return byValue(rows, (row) => sign * (column.value(row) as number));
  }
  const compare = (a: number, b: number) => {
    const [left, right] = [values[a]!, values[b]!];
    const order = typeof left === 'number' && typeof right === 'number' ? right - left : String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
    return (down ? order : -order) || a - b;
  };
  return [...rows.keys()].sort(compare).map((place) => rows[place]!);
}

function FlatTable({ run, selection, change }: ViewProps) {
  const { timers } = run.document;
  const inPhase = useMemo(() => (selection.show !== 'threads' && hasPhase(run, selection.phase) ? timersInPhase(run, selection.phase) : null), [run, selection.phase, selection.show]);
  const values = inPhase?.values ?? timers;
  const columns: TableColumn[] = [
    { key: 'name', title: 'timer', value: (row) => shortName(run, row), wide: true },
    ...(selection.show === 'threads' ? spreadColumns(run) : valueColumns(run, values)),
    ...derivedColumn(run, values, selection.formula),
    { key: 'class', title: 'class', value: (row) => timers.class[row]! },
  ];
  const sort = selection.sort || (selection.show === 'threads' ? 'max' : 'exclusive');
  const mark = (row: number) => {
    const id = timers.id[row]!;
    change({ regions: selection.regions.includes(id) ? selection.regions.filter((one) => one !== id) : [...selection.regions, id] }, true);
  };
  const rows = useSettled(
    [timers.id, run.metric, selection.search, sort, selection.show, selection.formula, selection.phase],
    values,
    () => sorted((inPhase?.places ?? listedTimers(run)).filter((row) => fits(`${timers.component[row]} ${timers.name[row]}`, selection.search)), columns, sort),
  );
  return (
    <>
      <p class="note" role="status">{`${plural(rows.length, 'timer')}, ${selection.show === 'threads' ? 'self values over threads' : 'threads added up'}${inPhase ? `, in ${selection.phase} and in no phase inside of it` : ''}${selection.search ? `, with "${selection.search}"` : ''}`}</p>
      <DataTable
        name="Timers"
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        selected={selection.timer === null ? null : (run.timerOf.get(selection.timer) ?? null)}
        onSelect={(row) => change({ timer: timers.id[row]!, path: null })}
        onMark={mark}
        marked={(row) => selection.regions.includes(timers.id[row]!)}
      />
    </>
  );
}

/** The rows of the tree in the order in which they are shown. With a search: paths that fit and those above them. */
function treeRows(run: Run, columns: TableColumn[], sort: string, closed: Set<number>, { search, phase }: { search: string; phase: string }): number[] {
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
  const add = (paths: number[]) => {
    for (const path of sorted(paths, columns, sort)) {
      if (!wanted || wanted.has(path)) {
        rows.push(path);
        if (!closed.has(path)) {
          add(run.below.get(path) ?? []);
        }
      }
    }
  };
  add(rootsOfPhase(run, phase) ?? run.below.get(-1) ?? []);
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
    ...derivedColumn(run, paths, selection.formula),
    { key: 'threads', title: 'threads', value: (row) => paths.threads[row]!, number: true },
  ];
  const sort = selection.sort || 'inclusive';
  const rows = useSettled([paths.parent, run.metric, sort, closed, selection.search, selection.formula, selection.phase], paths, () => treeRows(run, columns, sort, closed, selection));
  // The first row is an outermost one.
  const least = rows.length > 0 ? depths[rows[0]!]! : 0;
  const selected = selection.path ?? (selection.timer === null ? null : (rows.find((row) => paths.timer[row] === selection.timer) ?? null));
  return (
    <>
      <p class="note" role="status">{`${plural(rows.length, 'call path')} of ${paths.parent.length}, threads added up${rootsOfPhase(run, selection.phase) ? `, those of ${selection.phase} and inside` : ''}. Left and right close and open a row.`}</p>
      <DataTable
        name="Call paths"
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        selected={selected}
        onSelect={(row) => change({ path: row, timer: paths.timer[row]! })}
        tree={(row) => ({ depth: depths[row]! - least, open: run.below.has(row) ? !closed.has(row) : undefined })}
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

function Events({ run, selection, change }: ViewProps) {
  const { events } = run.document.views;
  const columns: TableColumn[] = events.columns.map((column, index) => ({
    key: column.key,
    title: column.title,
    number: events.rows.some((row) => typeof row[index] === 'number'),
    wide: index === 0,
    value: (row) => events.rows[row]![index]!,
  }));
  const sort = selection.sort || 'count';
  const rows = sorted(events.rows.map((_, row) => row).filter((row) => fits(String(events.rows[row]![0]), selection.search)), columns, sort);
  if (events.rows.length === 0) {
    return <p class="empty">No event was triggered in this run.</p>;
  }
  return (
    <>
      <p class="note" role="status">{`${plural(rows.length, 'event')}, in the units that the program chose${events.leftOut > 0 ? `; ${plural(events.leftOut, 'further one')} not in this page` : ''}`}</p>
      <DataTable name="Events" columns={columns} rows={rows} sort={sort} onSort={(next) => change({ sort: next })} />
    </>
  );
}

const mostTop = 10;

function Top({ run, selection, change }: ViewProps) {
  const { timers } = run.document;
  const self = timers.exclusive[run.metric]!;
  const places = timersBySelf(run);
  const rest = places.slice(mostTop);
  const sum = rest.reduce((all, place) => all + self[place]!, 0);
  const bars = places.slice(0, mostTop).map((place) => ({
    key: String(place),
    label: shortName(run, place),
    title: timers.name[place]!,
    value: self[place]!,
    text: `${quantity(self[place]!, run.unit)}  ${share(self[place]!, run.total)}`,
    fill: paintOfComponent(run, timers.component[place]!).fill,
    selected: selection.timer === timers.id[place],
    onSelect: () => change({ timer: timers.id[place]!, path: null }),
  }));
  if (rest.length > 0) {
    bars.push({ ...bars[0]!, key: 'rest', label: plural(rest.length, 'other timer'), title: 'All others together', value: sum, text: `${quantity(sum, run.unit)}  ${share(sum, run.total)}`, fill: 'var(--bar)', selected: false, onSelect: () => change({ show: '' }) });
  }
  return (
    <section>
      <h2>{`The ${Math.min(mostTop, places.length)} timers with the largest self values`}</h2>
      <Bars name="Top timers" unit={run.unit} bars={bars} />
    </section>
  );
}

const choices: [string, string][] = [
  ['flat', 'timers'],
  ['tree', 'call paths'],
  ['threads', 'over threads'],
  ['top', 'top 10'],
  ['events', 'events'],
];

/** Phases are known where the run has some. */
function choicesOf(run: Run): [string, string][] {
  return run.document.views.phases.rows.length > 0 ? [...choices, ['phases', 'phases']] : choices;
}

function Tables(props: ViewProps) {
  const choices = choicesOf(props.run);
  const show = choices.find(([choice]) => choice === props.selection.show)?.[0] ?? 'flat';
  const isTimers = show === 'flat' || show === 'threads';
  return (
    <div class="filled">
      <div class="controls">
        <Choice name="Rows" value={show} choices={choices} onChoose={(next) => props.change({ show: next === 'flat' ? '' : next, sort: '' })} />
        {(show === 'flat' || show === 'tree') && <PhaseChoice {...props} />}
        {(isTimers || show === 'tree') && <FormulaField {...props} />}
        {isTimers && <Regions {...props} />}
      </div>
      {show === 'tree' ? <TreeTable {...props} /> : show === 'events' ? <Events {...props} /> : show === 'phases' ? <Phases {...props} /> : show === 'top' ? <Top {...props} /> : <FlatTable {...props} />}
    </div>
  );
}

export const table: View = {
  id: 'table',
  title: 'Table',
  dynamic: false,
  looksAt: ({ show }) => (show === 'tree' ? ['paths'] : show === 'threads' ? ['onThreads'] : []),
  missing: (run) => (run.document.timers.id.length === 0 && run.document.views.events.rows.length === 0 ? 'No timer was started in this run.' : ''),
  show: (props) => <Tables {...props} />,
};
