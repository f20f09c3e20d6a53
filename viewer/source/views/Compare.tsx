// Runs, or sets of runs, against each other: what differs, by how much, and whether that is more than noise.

import { useMemo } from 'preact/hooks';
import { byDifference, compared, type ComparedRow, type ComparedValue, type Comparison, intervalWords, isChange, noiseWords, pathOf, signed, signedPercent, verdictWord } from '../data/comparison.ts';
import type { PageDocument } from '../data/document.ts';
import { fits, type Run, runOf } from '../data/run.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { useLatest } from '../state/latest.ts';
import type { View, ViewProps } from '../state/view.ts';
import { CompareFlame } from './CompareFlame.tsx';
import { CompareScaling } from './CompareScaling.tsx';
import { CompareSets } from './CompareSets.tsx';
import { CompareTimelines } from './CompareTimelines.tsx';

const mostBars = 12;

interface Sets {
  before: number[];
  after: number[];
}

/** What is compared: what was chosen, or else what was given first and last; the run that is looked at is the later one of two. */
export function setsOf(document: PageDocument, selection: ViewProps['selection']): Sets {
  const known = (places: number[]) => [...new Set(places)].filter((place) => place < document.runs.length);
  const given = document.sets ?? document.runs.map((_, place) => [place]);
  const shown = given.findIndex((set) => set.includes(selection.run));
  const last = shown > 0 ? shown : given.length - 1;
  const before = known(selection.before).length > 0 ? known(selection.before) : given[0]!;
  const after = known(selection.after).length > 0 ? known(selection.after) : given[last]!;
  const others = (places: number[]) => places.filter((place) => !before.includes(place));
  return { before, after: others(after).length > 0 ? others(after) : others(document.runs.map((_, place) => place)) };
}

/** The timer of a row in a run; null: it has none. */
function timersIn(run: Run): (row: ComparedRow) => number | null {
  const { id, name } = run.document.timers;
  const idOf = new Map(name.map((one, place) => [one, id[place]!]));
  return (row) => idOf.get(row.name) ?? idOf.get(`${row.name} ${row.type}`) ?? null;
}

function valueColumns(of: (row: number) => ComparedValue, unit: (row: number) => string, names: { before: string; after: string }): TableColumn[] {
  return [
    { key: 'before', title: names.before, number: true, value: (row) => of(row).before, text: (_, row) => signed(of(row).before, unit(row)).replace(/^\+/, '') },
    { key: 'after', title: names.after, number: true, value: (row) => of(row).after, text: (_, row) => signed(of(row).after, unit(row)).replace(/^\+/, '') },
    { key: 'difference', title: 'difference', number: true, value: (row) => of(row).difference, text: (_, row) => signed(of(row).difference, unit(row)) },
    { key: 'change', title: 'change', number: true, value: (row) => (of(row).relative === null ? null : 100 * of(row).relative!), text: (_, row) => signedPercent(of(row).relative) },
    { key: 'interval', title: 'interval', number: true, hint: 'Confidence interval of the change', value: (row) => intervalWords(of(row)) },
    { key: 'verdict', title: 'verdict', value: (row) => of(row).verdict, text: (_, row) => verdictWord(of(row).verdict, unit(row)) },
  ];
}

function Whole({ comparison }: { comparison: Comparison }) {
  const values = [comparison.elapsed, comparison.measured];
  const unitOf = (row: number) => (row === 0 ? 's' : comparison.unit);
  const columns: TableColumn[] = [{ key: 'name', title: 'whole run', wide: true, value: (row) => (row === 0 ? 'elapsed' : `measured (${comparison.metric}, all threads)`) }, ...valueColumns((row) => values[row]!, unitOf, { before: 'before', after: 'after' })];
  return <DataTable name="Whole run" columns={columns} rows={[0, 1]} />;
}

function Facts({ comparison }: { comparison: Comparison }) {
  const { facts, renames, rows } = comparison;
  const columns: TableColumn[] = [
    { key: 'fact', title: 'what else differs', value: (row) => facts[row]!.fact },
    { key: 'before', title: 'before', wide: true, value: (row) => facts[row]!.before },
    { key: 'after', title: 'after', wide: true, value: (row) => facts[row]!.after },
  ];
  return (
    <>
      {facts.length > 0 && <DataTable name="Facts that differ" columns={columns} rows={facts.map((_, row) => row)} />}
      {renames.map(({ before, after }) => (
        <p class="note" key={`${before}-${after}`}>{`${rows[before]!.name} may now be ${rows[after]!.name}: one is gone, the other is new in the same place with the same calls.`}</p>
      ))}
    </>
  );
}

function Bars({ comparison, rows }: { comparison: Comparison; rows: number[] }) {
  const { unit } = comparison;
  const found = rows.slice(0, mostBars).map((row) => comparison.rows[row]!);
  const largest = Math.max(1e-300, ...found.flatMap((one) => [one.difference, one.low ?? 0, one.high ?? 0]).map(Math.abs));
  const part = (value: number) => (50 * Math.abs(value)) / largest;
  return (
    <ul class="difference-bars" aria-label="Largest differences">
      {found.map((one, place) => (
        <li key={rows[place]} data-value={one.difference} data-verdict={one.verdict}>
          <span class="difference-name" title={pathOf(comparison.rows, rows[place]!)}>
            {one.name}
          </span>
          <span class="difference-room" aria-hidden="true">
            <span class={`${one.difference > 0 ? 'difference-more' : 'difference-less'} ${isChange(one.verdict) ? '' : 'difference-unsure'}`} style={{ width: `${part(one.difference)}%` }} />
            {one.low !== null && one.high !== null && <span class="difference-interval" style={{ left: `${50 + (50 * one.low) / largest}%`, width: `${(50 * (one.high - one.low)) / largest}%` }} />}
          </span>
          <span class="difference-value">{`${signed(one.difference, unit)}, ${signedPercent(one.relative)}: ${verdictWord(one.verdict, unit)}`}</span>
        </li>
      ))}
    </ul>
  );
}

function Differences({ comparison, timerOf, selection, change }: { comparison: Comparison; timerOf: (row: ComparedRow) => number | null } & Pick<ViewProps, 'selection' | 'change'>) {
  const { unit } = comparison;
  const order = useMemo(() => byDifference(comparison.rows), [comparison]);
  const rows = order.filter((row) => fits(pathOf(comparison.rows, row), selection.search));
  const columns: TableColumn[] = [
    { key: 'name', title: 'call path', wide: true, value: (row) => comparison.rows[row]!.name, text: (value, row) => <span title={pathOf(comparison.rows, row)}>{String(value)}</span> },
    ...valueColumns((row) => comparison.rows[row]!, () => unit, { before: 'self before', after: 'self after' }),
    { key: 'p', title: 'p', number: true, hint: 'Test of Mann and Whitney, not corrected for the number of rows', value: (row) => comparison.rows[row]!.p, text: (value) => (value === null ? '-' : Number(value).toPrecision(2)) },
    { key: 'callsBefore', title: 'calls before', number: true, value: (row) => comparison.rows[row]!.callsBefore },
    { key: 'callsAfter', title: 'calls after', number: true, value: (row) => comparison.rows[row]!.callsAfter },
    { key: 'contribution', title: 'contribution', number: true, hint: 'Difference of the means; all rows add up to the difference of the whole', value: (row) => comparison.rows[row]!.contribution, text: (value) => signed(Number(value), unit) },
  ];
  return (
    <>
      <Whole comparison={comparison} />
      <p class="note" role="status">
        {noiseWords(comparison)}
      </p>
      {comparison.warnings.map((warning) => (
        <p class="warning" key={warning}>
          {warning}
        </p>
      ))}
      <Facts comparison={comparison} />
      <h2>Differences of self values: changes first, then the largest. Lines: 95 % intervals. Pale: not more than noise</h2>
      <Bars comparison={comparison} rows={rows} />
      <DataTable name="Differences" columns={columns} rows={rows} selected={selection.timer === null ? null : comparison.rows.findIndex((row) => timerOf(row) === selection.timer)} onSelect={(row) => timerOf(comparison.rows[row]!) !== null && change({ timer: timerOf(comparison.rows[row]!), path: null })} />
    </>
  );
}

function OfSets(props: ViewProps & { sets: Sets; total: boolean; metric: string }) {
  const { document, sets, total, metric, selection, change, run } = props;
  const [comparison, problem] = useLatest((signal) => compared(sets.before, sets.after, metric, total, signal), [document, sets.before.join(), sets.after.join(), metric, total]);
  const timerOf = useMemo(() => timersIn(run), [run]);
  if (problem) {
    return <p class="warning">{problem}</p>;
  }
  // The one before is of other values, until the new one is there.
  if (!comparison) {
    return <p class="note">loading</p>;
  }
  return total ? <CompareFlame comparison={comparison} timerOf={timerOf} selection={selection} change={change} /> : <Differences comparison={comparison} timerOf={timerOf} selection={selection} change={change} />;
}

const choices: [string, string][] = [
  ['', 'differences'],
  ['flame', 'call paths'],
  ['timelines', 'timelines'],
  ['scaling', 'scaling'],
];

function Compare(props: ViewProps) {
  const { document, selection, change, run } = props;
  const sets = setsOf(document, selection);
  const metric = run.document.metrics[run.metric]!.name;
  const show = choices.find(([choice]) => choice === selection.show)?.[0] ?? '';
  const total = show === 'flame';
  const after = document.runs[sets.after[0]!]!;
  return (
    <div class="compare">
      <div class="controls">
        <Choice name="Show" value={show} choices={choices} onChoose={(next) => change({ show: next, sort: '' })} />
      </div>
      {(show === '' || total) && <CompareSets document={document} sets={sets} change={change} />}
      {(show === '' || total) && <OfSets key={show} {...props} run={runOf(after, Math.max(0, after.metrics.findIndex(({ name }) => name === metric)))} sets={sets} total={total} metric={metric} />}
      {show === 'timelines' && <CompareTimelines document={document} selection={selection} change={change} />}
      {show === 'scaling' && <CompareScaling document={document} selection={selection} change={change} metric={metric} />}
    </div>
  );
}

export const compare: View = {
  id: 'compare',
  title: 'Compare',
  dynamic: false,
  missing: (_, document) => (document.runs.length > 1 ? '' : 'There is one run. gantry view BEFORE AFTER shows two, or two folders of runs, and what differs.'),
  show: (props) => <Compare {...props} />,
};
