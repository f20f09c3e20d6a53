// What the program did with files, on one page: key numbers, what stands out, times, sizes, files, bytes over time, ranks. The
// tables are those of `gantry report --io`.

import type { Cell } from '../data/document.ts';
import { countedOnce, filesTable, processesIn, rowsOf } from '../data/files.ts';
import { bytes, count, percentText, plural, quantity, share } from '../data/numbers.ts';
import { keyOfRecord } from '../data/modules.ts';
import type { Run } from '../data/run.ts';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { type Fact, Facts } from '../parts/Facts.tsx';
import { SizeBars } from '../parts/SizeBars.tsx';
import { StackedBars } from '../parts/StackedBars.tsx';
import type { View, ViewProps } from '../state/view.ts';
import { FileSystems } from './IoFileSystems.tsx';
import { Files } from './IoFiles.tsx';
import { OverTime } from './IoOverTime.tsx';
import { Processes, Shared } from './IoRanks.tsx';

/** What ran, when, and for how long. */
function Job({ run }: { run: Run }) {
  const { created, timeNs, machine, facts } = run.document;
  const command = facts.find(([key]) => key === 'command')?.[1] ?? run.document.name;
  return <p class="note">{[command, created, machine.host && `on ${machine.host}`, `${quantity(timeNs, 'ns')}`, plural(processesIn(run.document), 'process', 'processes')].filter(Boolean).join(', ')}</p>;
}

function KeyNumbers({ run }: { run: Run }) {
  const rows = countedOnce(rowsOf(filesTable(run.document, 'io')));
  const sum = (...keys: string[]) => rows.reduce((all, row) => all + keys.reduce((part, key) => part + Number(row[key]), 0), 0);
  const time = sum('readTime', 'writeTime', 'metadataTime');
  const processes = processesIn(run.document);
  const facts: Fact[] = [
    ['files and other names', count(sum('files')), sum('files')],
    ['reads', count(sum('reads')), sum('reads')],
    ['writes', count(sum('writes')), sum('writes')],
    ['other calls', count(sum('metadata')), sum('metadata')],
    ['read', quantity(sum('bytesRead'), 'B'), sum('bytesRead')],
    ['written', quantity(sum('bytesWritten'), 'B'), sum('bytesWritten')],
    ['time of I/O', quantity(time, 'ns'), time],
    [processes > 1 ? `of the run time of ${count(processes)} processes` : 'of the run time', share(time, run.document.timeNs * processes), time / Math.max(1, run.document.timeNs * processes)],
  ];
  const overlap = rowsOf(filesTable(run.document, 'ioOverlap'));
  if (overlap.length > 0) {
    const [least, most] = ['overlapLeast', 'overlapMost'].map((key) => overlap.reduce((all, row) => all + Number(row[key]), 0)) as [number, number];
    facts.push(['of it beside computing of other threads', least === most ? quantity(most, 'ns') : `${quantity(least, 'ns')} to ${quantity(most, 'ns')}`, most]);
  }
  return <Facts facts={facts} />;
}

function Missing({ run }: { run: Run }) {
  const incomplete = rowsOf(filesTable(run.document, 'io')).filter((row) => row['missing']);
  return incomplete.length === 0 ? null : (
    <ul class="notes">
      {incomplete.map((row) => (
        <li key={String(row['module'])} class="bad">
          <strong>{`Incomplete, ${row['module']}: `}</strong>
          {String(row['missing'])}
        </li>
      ))}
    </ul>
  );
}

function Findings({ run, change }: ViewProps) {
  const findings = rowsOf(filesTable(run.document, 'ioFindings'));
  findings.sort((a, b) => Number(b['time'] ?? 0) - Number(a['time'] ?? 0));
  return (
    <section aria-label="Findings of I/O">
      <h2>{findings.length > 0 ? `What stands out: ${plural(findings.length, 'finding')}, the one with the most time first` : 'Nothing stands out: no rule for file access found anything'}</h2>
      {findings.length > 0 && (
        <ol class="findings">
          {findings.map((row, place) => (
            <li key={place} data-rule={String(row['rule'])} data-file={String(row['file'])} data-value={String(row['time'] ?? '')}>
              <strong>{String(row['rule'])}</strong>
              {row['file'] && (
                <button class="link" onClick={() => change({ record: keyOfRecord(String(row['module']), String(row['file'])), drawer: 'details' })}>
                  {String(row['file'])}
                </button>
              )}
              {`${row['module'] ? ` (${row['module']})` : ''}: ${row['evidence']}.`}
              <p class="advice">{`Advice: ${row['advice']}.${Number(row['time']) > 0 ? ` This gains at most ${quantity(Number(row['time']), 'ns')}.` : ''}`}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Parts of the time; archives of earlier versions have opens among the metadata only. */
const costs: { key: string; title: string; look: string; of: (row: Record<string, Cell>) => number }[] = [
  { key: 'openTime', title: 'open', look: 'io-open', of: (row) => Number(row['openTime'] ?? 0) },
  { key: 'readTime', title: 'read', look: 'io-read', of: (row) => Number(row['readTime']) },
  { key: 'writeTime', title: 'write', look: 'io-written', of: (row) => Number(row['writeTime']) },
  { key: 'otherTime', title: 'other', look: 'io-meta', of: (row) => Number(row['metadataTime']) - Number(row['openTime'] ?? 0) },
];

function Costs({ run }: ViewProps) {
  const rows = rowsOf(filesTable(run.document, 'io'));
  const processes = processesIn(run.document);
  const whole = run.document.timeNs * processes;
  const timeOf = (row: Record<string, Cell>) => costs.reduce((sum, { of }) => sum + of(row), 0);
  const most = Math.max(...rows.map(timeOf));
  // Bars of less than a pixel say nothing: then the largest one is the whole.
  const isSmall = most < whole * 0.05;
  const scale = isSmall ? most : whole;
  return (
    <section>
      <h2>{`Time of I/O by module, as a share of ${isSmall ? 'the largest' : `the run time${processes > 1 ? ` of ${count(processes)} processes` : ''}`}`}</h2>
      <StackedBars name="Time of I/O by module" unit="ns" parts={costs} rows={rows.map((row) => ({ key: String(row['module']), label: String(row['module']), whole: scale, values: costs.map(({ of }) => of(row)) }))} />
      <p class="note">{`${isSmall ? `The largest takes ${share(most, whole)} of the run time, so bars are relative to it: 100 % is ${quantity(most, 'ns')}. ` : ''}Other: further calls that move no data, such as stat, seek, sync and close.`}</p>
    </section>
  );
}

function Totals({ run }: ViewProps) {
  const table = filesTable(run.document, 'io');
  const rows = rowsOf(table);
  const rate = (moved: string, time: string) => (row: number) => (Number(rows[row]![time]) > 0 ? (Number(rows[row]![moved]) / Number(rows[row]![time])) * 1e9 : null);
  const perSecond = (value: Cell) => (value === null ? '-' : `${bytes(Number(value))}/s`);
  const columns: TableColumn[] = table.columns
    .filter(({ key }) => key !== 'missing')
    .map(({ key, title, unit }, place): TableColumn => ({ key, title, unit, number: place > 0, value: (row) => rows[row]![key]!, text: place === 0 || unit === 'ns' ? undefined : unit === '%' ? percentText : (value) => count(Number(value)) }));
  columns.push({ key: 'readRate', title: 'read rate', unit: '', number: true, value: rate('bytesRead', 'readTime'), text: perSecond, hint: 'Bytes read divided by the read time' });
  columns.push({ key: 'writeRate', title: 'write rate', unit: '', number: true, value: rate('bytesWritten', 'writeTime'), text: perSecond, hint: 'Bytes written divided by the write time' });
  return (
    <section>
      <h2>By module</h2>
      <DataTable name="Totals of I/O" columns={columns} rows={rows.map((_, row) => row)} />
    </section>
  );
}

function Sizes({ run }: ViewProps) {
  const sizes = rowsOf(filesTable(run.document, 'ioSizes')).map((row) => ({ upTo: String(row['upTo']), reads: Number(row['reads']), writes: Number(row['writes']) }));
  return (
    <section class="sizes">
      <h2>How much one access moved</h2>
      {sizes.length > 0 ? <SizeBars sizes={sizes} name="All files" /> : <p class="note">No file was read or written.</p>}
    </section>
  );
}

export const io: View = {
  id: 'io',
  title: 'I/O',
  dynamic: false,
  looksAt: () => ['views', 'modules'],
  missing: (run) => (filesTable(run.document, 'ioFiles').rows.length === 0 ? 'No access to files was recorded in this run: `gantry exec -- PROGRAM` does so with the modules posix and stdio.' : ''),
  show: (props) => (
    <div class="io">
      <Job run={props.run} />
      <KeyNumbers run={props.run} />
      <Missing run={props.run} />
      <Findings {...props} />
      <div class="columns">
        <Costs {...props} />
        <Sizes {...props} />
      </div>
      <Files {...props} />
      <FileSystems {...props} />
      <OverTime {...props} />
      <Processes {...props} />
      <Shared {...props} />
      <Totals {...props} />
    </div>
  ),
};
