// The run that is looked at against another one: where the difference is.

import { useMemo } from 'preact/hooks';
import { quantity, share } from '../data/numbers.ts';
import { differences } from '../data/difference.ts';
import { fits, runOf } from '../data/run.ts';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import type { View, ViewProps } from '../state/view.ts';

const mostBars = 12;

function signed(value: number, unit: string): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${quantity(Math.abs(value), unit)}`;
}

function Compare({ run, document, selection, change }: ViewProps) {
  const others = document.runs.map((_, place) => place).filter((place) => document.runs[place] !== run.document);
  const base = others.includes(Number(selection.show)) && selection.show !== '' ? Number(selection.show) : others[0]!;
  const beforeDocument = document.runs[base]!;
  const metric = beforeDocument.metrics.findIndex(({ name }) => name === run.document.metrics[run.metric]!.name);
  const before = runOf(beforeDocument, Math.max(0, metric));
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
  if (metric < 0) {
    return <p class="empty">{`${beforeDocument.name} has no metric ${run.document.metrics[run.metric]!.name}.`}</p>;
  }
  const sums = [before.total, run.total] as const;
  return (
    <div class="compare">
      <div class="controls">
        <label>
          {'before '}
          <select aria-label="Run to compare with" value={String(base)} onChange={(event) => change({ show: event.currentTarget.value })}>
            {others.map((place) => (
              <option key={place} value={String(place)}>
                {document.runs[place]!.name}
              </option>
            ))}
          </select>
        </label>
        <span class="note" role="status">{`${quantity(sums[0], run.unit)} measured before, ${quantity(sums[1], run.unit)} in ${run.document.name}: ${signed(sums[1] - sums[0], run.unit)}, ${share(sums[1] - sums[0], sums[0])}`}</span>
      </div>
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
    </div>
  );
}

export const compare: View = {
  id: 'compare',
  title: 'Compare',
  missing: (_, document) => (document.runs.length > 1 ? '' : 'There is one run. gantry view BEFORE AFTER shows two and what differs.'),
  help: 'The chosen run against another one: self values of each timer, the largest differences first. Bars to the right and hatched: more than before; to the left: less.',
  show: (props) => <Compare {...props} />,
};
