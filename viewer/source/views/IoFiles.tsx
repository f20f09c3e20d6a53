// Files: the largest as bars, and all as a table.

import type { Cell } from '../data/document.ts';
import { countedOnce, filesTable, rowsOf, shortPath } from '../data/files.ts';
import { keyOfRecord } from '../data/modules.ts';
import { count, percentText, plural, quantity, share } from '../data/numbers.ts';
import { fits } from '../data/run.ts';
import { Bars } from '../parts/Bars.tsx';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { inOrder } from '../parts/rowOrder.ts';
import type { ViewProps } from '../state/view.ts';
import { chosenIn, withChoice } from './ioChoices.ts';

const mostBars = 12;

// Opens are among the calls without data.
const measures = [
  { key: 'time', title: 'time', unit: 'ns', keys: ['time'] },
  { key: 'bytes', title: 'bytes', unit: 'B', keys: ['bytesRead', 'bytesWritten'] },
  { key: 'operations', title: 'operations', unit: '', keys: ['reads', 'writes', 'metadata'] },
];

const hints: Record<string, string> = {
  onward: 'Accesses at or after the end of the previous one, of those through the same descriptor',
  adjacent: 'Accesses exactly at the end of the previous one',
  unaligned: 'Accesses that do not begin at a multiple of 4096 B',
  processes: 'Processes that used the file',
  metadata: 'Calls that move no data, such as open, stat, seek and close',
};

export function Files({ run, selection, change }: ViewProps) {
  const table = filesTable(run.document, 'ioFiles');
  const files = rowsOf(table);
  const measure = measures.find(({ key }) => key === chosenIn(selection.show, ['bytes', 'operations'])) ?? measures[0]!;
  const amountOf = (file: Record<string, Cell>) => measure.keys.reduce((sum, key) => sum + Number(file[key]), 0);
  const valueOf = (row: number) => amountOf(files[row]!);
  const keyOf = (row: number) => keyOfRecord(String(files[row]!['module']), String(files[row]!['file']));
  const select = (row: number) => change({ record: keyOf(row), drawer: 'details' });
  const places = files.map((_, row) => row).filter((row) => fits(String(files[row]!['file']), selection.search));
  const largest = [...places].sort((a, b) => valueOf(b) - valueOf(a) || a - b).slice(0, mostBars).filter((row) => valueOf(row) > 0);
  const once = countedOnce(files);
  const all = once.reduce((sum, file) => sum + amountOf(file), 0);
  const isTwice = (row: number) => files.some((file, other) => other !== row && file['file'] === files[row]!['file']);
  const labelOf = (row: number) => (isTwice(row) ? `${files[row]!['module']}: ${shortPath(String(files[row]!['file']), 29)}` : shortPath(String(files[row]!['file'])));
  const columns = table.columns
    .filter(({ key }) => key !== 'slowestProcess' && (key !== 'processes' || files.some((row) => Number(row['processes']) > 1)))
    .map(({ key, title, unit }): TableColumn => {
      const isText = key === 'file' || key === 'module' || key === 'fileSystem';
      const text = unit === '%' ? percentText : !isText && unit !== 'ns' ? (value: unknown) => count(Number(value)) : undefined;
      return { key, title, unit, number: !isText, hint: hints[key], value: (row) => files[row]![key]!, text, part: key === 'time' ? (row) => Number(files[row]!['time']) / Math.max(1, Number(files[0]!['time'])) : undefined };
    });
  const rows = inOrder(places, columns, selection.sort);
  const selected = rows.find((row) => keyOf(row) === selection.record) ?? null;
  return (
    <section>
      <h2>{`Which files cost most? ${plural(files.length + table.leftOut, 'record')} of files by module`}</h2>
      <Choice name="Bars" value={measure.key} choices={measures.map(({ key, title }) => [key, title])} onChoose={(key) => change({ show: withChoice(selection.show, measures.map((one) => one.key), key === 'time' ? '' : key) })} />
      <Bars
        name={`Files by ${measure.title}`}
        unit={measure.unit}
        bars={largest.map((row) => ({ key: keyOf(row), label: labelOf(row), name: keyOf(row), title: `${files[row]!['file']}, module ${files[row]!['module']}`, value: valueOf(row), text: `${quantity(valueOf(row), measure.unit)}${once.includes(files[row]!) ? `  ${share(valueOf(row), all)}` : ''}`, selected: keyOf(row) === selection.record, onSelect: () => select(row) }))}
      />
      <p class="note">{`${largest.length < places.length ? `The largest ${largest.length}; all are in the table. ` : ''}A click, or Enter in the table, shows all that is known of a file. The search shortens both.${once.length < files.length ? ' What mpiio and hdf5 do, posix does below them, so they have no share of their own.' : ''}${table.leftOut > 0 ? ` ${count(table.leftOut)} files with less time are not in the page.` : ''}`}</p>
      <DataTable name="Files" columns={columns} rows={rows} sort={selection.sort || 'time'} onSort={(sort) => change({ sort })} selected={selected} onSelect={select} />
    </section>
  );
}
