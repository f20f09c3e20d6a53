// The history of an assembly: changes and decisions of tuners as lanes over time, and as rows.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Cell, columnOf, type ReportTable } from '../data/document.ts';
import { count, duration, plural, quantity } from '../data/numbers.ts';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { Lanes, labelOf } from '../parts/Lanes.tsx';
import { lanesOf, spanOf } from '../data/history.ts';
import { fits, type Run } from '../data/run.ts';
import type { ViewProps } from '../state/view.ts';
import { Candidates } from './LearnedCosts.tsx';

function isUsed(table: ReportTable, column: number): boolean {
  return table.rows.some((row) => row[column] !== '' && row[column] !== null && row[column] !== false);
}

// What one row alone shows.
const leftToRecord = new Set(['context', 'text', 'implied', 'low', 'high', 'limit', 'repeats']);

function columnsOf(table: ReportTable): TableColumn[] {
  return table.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => !leftToRecord.has(column.key) && isUsed(table, index))
    .filter(({ column }) => column.key !== 'seconds' || table.columns[columnOf(table, 'cost')]!.unit !== 's')
    .filter(({ column, index }) => column.key !== 'port' || new Set(table.rows.map((row) => row[index])).size > 1)
    .map(({ column, index }) => ({
      key: column.key,
      title: column.title,
      unit: column.unit === 's' ? 'ns' : column.unit,
      number: table.rows.some((row) => typeof row[index] === 'number'),
      wide: column.key === 'command',
      value: (row) => table.rows[row]![index]!,
      // Of a path, the end says which.
      text: column.key === 'cause' ? (value: Cell) => <span title={String(value ?? '')}>{String(value ?? '').replace(/^\S*\//, '')}</span> : column.key === 'candidate' || column.key === 'fallback' ? (value: Cell) => labelOf(String(value)) : column.unit === 's' ? (value: Cell) => quantity(value as number | null, 's') : column.key === 'time' ? (value: Cell) => duration(Number(value) * 1e-9) : undefined,
    }));
}

function Record({ run, table, row, isDecision }: { run: Run; table: ReportTable; row: number; isDecision: boolean }) {
  return (
    <section class="record" aria-label="All of one row" tabIndex={0}>
      {isDecision && <Candidates run={run} decision={row} />}
      <h2>All of this row</h2>
      <table class="plain">
        <tbody>
          {table.columns.map((column, index) => (
            <tr key={column.key}>
              <th scope="row">{column.key}</th>
              <td>
                {String(table.rows[row]![index] ?? '-')}
                {column.unit && table.rows[row]![index] !== null ? ` ${column.unit}` : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function rowsIn(table: ReportTable, window: [number, number] | null, search: string): number[] {
  const time = columnOf(table, 'time');
  return table.rows
    .map((_, row) => row)
    .filter((row) => {
      const at = Number(table.rows[row]![time]);
      return (!window || (at >= window[0] && at <= window[1])) && (!search || fits(table.rows[row]!.join(' '), search));
    });
}

export function History({ run, selection, change, now }: ViewProps) {
  const { changes, decisions } = run.document.views;
  const hasDecisions = decisions.rows.length > 0;
  const shown = selection.show === 'changes' || !hasDecisions ? 'changes' : 'decisions';
  const table = shown === 'changes' ? changes : decisions;
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => setChosen(null), [shown]);
  const lanes = useMemo(() => lanesOf(run), [run]);
  const whole = spanOf(run);
  const columns = useMemo(() => columnsOf(table), [table]);
  const rows = useMemo(() => rowsIn(table, selection.window, selection.search), [table, selection.window?.join(), selection.search]);
  return (
    <div class="changes">
      <Lanes lanes={lanes} whole={whole} window={selection.window} onWindow={(window) => change({ window })} at={now && selection.at !== null ? now[1] : null} />
      <p class="note">
        {`${lanes.some((lane) => lane.segments.length > 0) ? 'Boxes: what a port is connected to; hatched: more changes than fit. ' : ''}${hasDecisions ? 'Marks: decisions for a candidate; tall and red: a call that was not completed (aborted, wrong, failed).' : ''}`}
      </p>
      <div class="controls">
        <span class="note" role="status">
          {`${plural(rows.length, 'row')}${selection.window ? ` from ${duration(selection.window[0] * 1e-9)} to ${duration(selection.window[1] * 1e-9)}` : ''}${table.leftOut > 0 ? `; ${count(table.leftOut)} later ones are not in this page` : ''}`}
        </span>
      </div>
      <div class="with-record">
        <DataTable name={shown === 'changes' ? 'Changes' : 'Decisions'} columns={columns} rows={rows} selected={chosen} onSelect={(row) => setChosen(row === chosen ? null : row)} />
        {chosen !== null && chosen < table.rows.length && <Record run={run} table={table} row={chosen} isDecision={shown === 'decisions'} />}
      </div>
    </div>
  );
}
