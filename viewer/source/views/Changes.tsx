// Changes of the assembly and decisions of tuners: lanes over time, and rows.

import { useMemo, useState } from 'preact/hooks';
import { type Cell, columnOf, type ReportTable } from '../data/document.ts';
import { count, duration, plural, quantity } from '../data/numbers.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { Lanes, labelOf } from '../parts/Lanes.tsx';
import { lanesOf, spanOf } from '../data/history.ts';
import { fits, type Run } from '../data/run.ts';
import type { View, ViewProps } from '../state/view.ts';

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
      text: column.key === 'candidate' || column.key === 'fallback' ? (value: Cell) => labelOf(String(value)) : column.unit === 's' ? (value: Cell) => quantity(value as number | null, 's') : column.key === 'time' ? (value: Cell) => duration(Number(value) * 1e-9) : undefined,
    }));
}

function Record({ table, row }: { table: ReportTable; row: number }) {
  return (
    <section class="record" aria-label="All of one row">
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

function Changes({ run, selection, change }: ViewProps) {
  const { changes, decisions } = run.document.views;
  const hasDecisions = decisions.rows.length > 0;
  const shown = selection.show === 'changes' || !hasDecisions ? 'changes' : 'decisions';
  const table = shown === 'changes' ? changes : decisions;
  const [chosen, setChosen] = useState<number | null>(null);
  const lanes = useMemo(() => lanesOf(run), [run]);
  const whole = spanOf(run);
  const columns = useMemo(() => columnsOf(table), [table]);
  const rows = useMemo(() => rowsIn(table, selection.window, selection.search), [table, selection.window?.join(), selection.search]);
  return (
    <div class="changes">
      <Lanes lanes={lanes} whole={whole} window={selection.window} onWindow={(window) => change({ window })} />
      <p class="note">
        {`${lanes.some((lane) => lane.segments.length > 0) ? 'Boxes: what a port is connected to; hatched: more changes than fit. ' : ''}${hasDecisions ? 'Marks: decisions for a candidate; tall and red: a call that was not completed (aborted, wrong, failed).' : ''}`}
      </p>
      <div class="controls">
        <Choice
          name="Rows"
          value={shown}
          choices={[['decisions', `decisions (${count(decisions.rows.length + decisions.leftOut)})`], ['changes', `changes (${count(changes.rows.length + changes.leftOut)})`]]}
          onChoose={(show) => {
            setChosen(null);
            change({ show });
          }}
        />
        <span class="note" role="status">
          {`${plural(rows.length, 'row')}${selection.window ? ` from ${duration(selection.window[0] * 1e-9)} to ${duration(selection.window[1] * 1e-9)}` : ''}${table.leftOut > 0 ? `; ${count(table.leftOut)} later ones are not in this page` : ''}`}
        </span>
      </div>
      <div class="with-record">
        <DataTable name={shown === 'changes' ? 'Changes' : 'Decisions'} columns={columns} rows={rows} selected={chosen} onSelect={(row) => setChosen(row === chosen ? null : row)} />
        {chosen !== null && chosen < table.rows.length && <Record table={table} row={chosen} />}
      </div>
    </div>
  );
}

export const changes: View = {
  id: 'changes',
  title: 'Changes',
  missing: (run: Run) =>
    run.document.views.changes.rows.length + run.document.views.decisions.rows.length === 0 ? 'The archive has no changes of an assembly and no decisions of a tuner.' : '',
  help: 'Above: what each swapped port was connected to, and which candidate each decision chose, over the time since the measurement began. Drag to choose a window of time; with the keyboard: arrows move it, + and - zoom, 0 shows all. Below: every change and decision; Enter shows all of a row.',
  show: (props) => <Changes {...props} />,
};
