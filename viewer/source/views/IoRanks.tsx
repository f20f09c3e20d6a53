// How even the processes were: the time of each, and of files that several ranks used the fastest and the slowest rank.

import type { Cell } from '../data/document.ts';
import { filesTable, rowsOf } from '../data/files.ts';
import { keyOfRecord } from '../data/modules.ts';
import { count, plural, quantity } from '../data/numbers.ts';
import { Bars } from '../parts/Bars.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import type { ViewProps } from '../state/view.ts';

const mostBars = 16;

export function Processes({ run }: ViewProps) {
  const table = filesTable(run.document, 'ioProcesses');
  const rows = rowsOf(table);
  if (rows.length === 0) {
    return null;
  }
  const mean = rows.reduce((sum, row) => sum + Number(row['time']), 0) / rows.length;
  const most = Number(rows[0]!['time']);
  return (
    <section>
      <h2>{`How even were the ${count(rows.length + table.leftOut)} processes? Time of I/O of each`}</h2>
      <Bars
        name="Time of I/O by process"
        unit="ns"
        mark={{ value: mean, label: 'mean' }}
        bars={rows.slice(0, mostBars).map((row) => ({
          key: String(row['process']),
          label: String(row['process']),
          value: Number(row['time']),
          title: `${row['process']}: read ${quantity(Number(row['readTime']), 'ns')}, write ${quantity(Number(row['writeTime']), 'ns')}, metadata ${quantity(Number(row['metadataTime']), 'ns')}; ${quantity(Number(row['bytesRead']), 'B')} read, ${quantity(Number(row['bytesWritten']), 'B')} written`,
        }))}
      />
      <p class="note">{`The slowest takes ${mean > 0 ? (most / mean).toFixed(2) : '-'} times the mean.${rows.length > mostBars ? ` ${plural(rows.length + table.leftOut - mostBars, 'faster process', 'faster processes')} not shown.` : ''}`}</p>
    </section>
  );
}

export function Shared({ run, selection, change }: ViewProps) {
  const table = filesTable(run.document, 'ioShared');
  const rows = rowsOf(table);
  if (rows.length === 0) {
    return null;
  }
  const titles: Record<string, string> = { fastestTime: 'its time', slowestTime: 'its time', timeDeviation: 'deviation of time', leastRank: 'fewest bytes', leastBytes: 'its bytes', mostRank: 'most bytes', mostBytes: 'its bytes', bytesDeviation: 'deviation of bytes' };
  const columns = table.columns
    .filter(({ key }) => !key.endsWith('Variance'))
    .map(({ key, title, unit }): TableColumn => {
      const isText = key === 'file' || key === 'module';
      // A log of Darshan does not say which rank moved the fewest bytes.
      const known = (text: (value: number) => string) => (value: Cell) => (value === null ? '-' : text(Number(value)));
      const text = key.endsWith('Rank') ? known((value) => `rank ${value}`) : unit === 'ns' || isText || key === 'bytesDeviation' ? undefined : known(count);
      return { key, title: titles[key] ?? title, unit, number: !isText, value: (row) => rows[row]![key]!, text };
    });
  const keyOf = (row: number) => keyOfRecord(String(rows[row]!['module']), String(rows[row]!['file']));
  const places = rows.map((_, row) => row);
  return (
    <section>
      <h2>{`${plural(rows.length + table.leftOut, 'file')} of several ranks: the fastest and the slowest one`}</h2>
      <DataTable name="Shared files" columns={columns} rows={places} selected={places.find((row) => keyOf(row) === selection.record) ?? null} onSelect={(row) => change({ record: keyOf(row), drawer: 'details' })} />
      <p class="note">Deviation: standard deviation over the ranks that used the file.</p>
    </section>
  );
}
