// The run that is looked at against another one: where the difference is.

import { useMemo } from 'preact/hooks';
import { quantity, share } from '../data/numbers.ts';
import { differences } from '../data/difference.ts';
import { fits, type Run, runOf } from '../data/run.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import type { View, ViewProps } from '../state/view.ts';
import { CompareFlame, signed } from './CompareFlame.tsx';
import { CompareScaling } from './CompareScaling.tsx';
import { CompareTimelines } from './CompareTimelines.tsx';

const mostBars = 12;

function Differences({ run, before, selection, change }: ViewProps & { before: Run }) {
  const found = useMemo(() => differences(before, run), [before, run]);
  const rows = found.map((_, row) => row).filter((row) => fits(found[row]!.name, selection.search));
  const largest = Math.max(1, ...found.map((one) => Math.abs(one.after - one.before)));
  const columns: TableColumn[] = [
    { key: 'name', title: 'timer', wide: true, value: (row) => found[row]!.label },
    { key: 'before', title: 'self before', unit: run.unit, number: true, value: (row) => found[row]!.before },
    { key: 'after', title: 'self after', unit: run.unit, number: true, value: (row) => found[row]!.after },
    { key: 'difference', title: 'difference', unit: run.unit, number: true, value: (row) => found[row]!.after - found[row]!.before, text: (value) => signed(Number(value), run.unit) },
    { key: 'change', title: 'change', unit: '%', number: true, value: (row) => (found[row]!.before > 0 ? (100 * (found[row]!.after - found[row]!.before)) / found[row]!.before : null), text: (value) => (value === null ? 'new' : `${Number(value) > 0 ? '+' : ''}${Number(value).toFixed(1)} %`) },
    { key: 'callsBefore', title: 'calls before', number: true, value: (row) => found[row]!.callsBefore },
    { key: 'callsAfter', title: 'calls after', number: true, value: (row) => found[row]!.callsAfter },
  ];
  const sums = [before.total, run.total] as const;
  return (
    <>
      <p class="note" role="status">{`${quantity(sums[0], run.unit)} measured before, ${quantity(sums[1], run.unit)} in ${run.document.name}: ${signed(sums[1] - sums[0], run.unit)}, ${share(sums[1] - sums[0], sums[0])}`}</p>
      <h2>Differences of self values, largest first</h2>
      <ul class="difference-bars" aria-label="Largest differences">
        {rows.slice(0, mostBars).map((row) => {
          const one = found[row]!;
          const size = one.after - one.before;
          return (
            <li key={one.name} data-value={size}>
              <span class="difference-name" title={one.name}>
                {one.label}
              </span>
              <span class="difference-room" aria-hidden="true">
                <span class={size > 0 ? 'difference-more' : 'difference-less'} style={{ width: `${(50 * Math.abs(size)) / largest}%` }} />
              </span>
              <span class="difference-value">{signed(size, run.unit)}</span>
            </li>
          );
        })}
      </ul>
      <DataTable name="Differences" columns={columns} rows={rows} selected={selection.timer === null ? null : found.findIndex((one) => one.timer === selection.timer)} onSelect={(row) => found[row]!.timer !== null && change({ timer: found[row]!.timer, path: null })} />
      <p class="note">These are two runs as they were measured. Whether a difference is more than the spread between runs says gantry compare, for several runs of each kind.</p>
    </>
  );
}

const choices: [string, string][] = [
  ['', 'timers'],
  ['flame', 'call paths'],
  ['timelines', 'timelines'],
  ['scaling', 'scaling'],
];

function Compare(props: ViewProps) {
  const { document, selection, change } = props;
  const shown = document.runs.indexOf(props.run.document);
  // Of gantry view BEFORE AFTER the first one is what the second is compared with.
  const isFirst = selection.baseline === null && shown === 0;
  const after = isFirst ? 1 : shown;
  const run = isFirst ? runOf(document.runs[1]!, Math.max(0, document.runs[1]!.metrics.findIndex(({ name }) => name === props.run.document.metrics[props.run.metric]!.name))) : props.run;
  const base = selection.baseline !== null && selection.baseline !== after && selection.baseline < document.runs.length ? selection.baseline : document.runs.findIndex((_, place) => place !== after);
  const beforeDocument = document.runs[base]!;
  // Choosing the later one as the earlier turns them round.
  const choose = (before: number) => change({ baseline: before, run: before === after ? base : after });
  const metric = beforeDocument.metrics.findIndex(({ name }) => name === run.document.metrics[run.metric]!.name);
  const before = runOf(beforeDocument, Math.max(0, metric));
  const show = choices.find(([choice]) => choice === selection.show)?.[0] ?? '';
  if (metric < 0) {
    return <p class="empty">{`${beforeDocument.name} has no metric ${run.document.metrics[run.metric]!.name}.`}</p>;
  }
  const ofTwo = show === '' || show === 'flame';
  return (
    <div class="compare">
      <div class="controls">
        <Choice name="Show" value={show} choices={choices} onChoose={(next) => change({ show: next })} />
        {ofTwo && (
          <label>
            {'before '}
            <select aria-label="Run to compare with" value={String(base)} onChange={(event) => choose(Number(event.currentTarget.value))}>
              {document.runs.map((one, place) => (
                <option key={place} value={String(place)}>
                  {one.name}
                </option>
              ))}
            </select>
            {` after ${run.document.name}`}
          </label>
        )}
      </div>
      {show === 'flame' && <CompareFlame before={before} after={run} selection={selection} change={change} />}
      {show === 'timelines' && <CompareTimelines document={document} selection={selection} change={change} />}
      {show === 'scaling' && <CompareScaling document={document} />}
      {show === '' && <Differences {...props} run={run} before={before} />}
    </div>
  );
}

export const compare: View = {
  id: 'compare',
  title: 'Compare',
  dynamic: false,
  missing: (_, document) => (document.runs.length > 1 ? '' : 'There is one run. gantry view BEFORE AFTER shows two and what differs.'),
  show: (props) => <Compare {...props} />,
};
