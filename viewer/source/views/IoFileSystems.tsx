// What was done in each file system: its time as a bar of its parts, and all numbers as a table.

import { filesTable, rowsOf } from '../data/files.ts';
import { count, plural, quantity } from '../data/numbers.ts';
import { Bars } from '../parts/Bars.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import type { ViewProps } from '../state/view.ts';

const mostBars = 12;

export function FileSystems({ run }: ViewProps) {
  const table = filesTable(run.document, 'ioFileSystems');
  const rows = rowsOf(table);
  if (rows.length === 0) {
    return null;
  }
  const isText = (key: string) => key === 'fileSystem' || key === 'type';
  const columns = table.columns.map(({ key, title, unit }): TableColumn => ({ key, title, unit, number: !isText(key), value: (row) => rows[row]![key]!, text: isText(key) || unit === 'ns' ? undefined : (value) => count(Number(value)) }));
  const labelOf = (row: Record<string, unknown>) => (row['type'] ? `${row['fileSystem']} (${row['type']})` : String(row['fileSystem']));
  return (
    <section>
      <h2>{`Which part went to which file system? ${plural(rows.length + table.leftOut, 'file system')}`}</h2>
      <Bars
        name="Time of I/O by file system"
        unit="ns"
        bars={rows.slice(0, mostBars).map((row) => ({
          key: String(row['fileSystem']),
          label: labelOf(row),
          value: Number(row['time']),
          title: `${labelOf(row)}: ${quantity(Number(row['bytesRead']), 'B')} read, ${quantity(Number(row['bytesWritten']), 'B')} written`,
        }))}
      />
      <DataTable name="File systems" columns={columns} rows={rows.map((_, row) => row)} />
      <p class="note">By mount point. (no path): pipes, sockets, standard streams and the like.</p>
    </section>
  );
}
