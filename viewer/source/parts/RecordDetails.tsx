// All that modules recorded of one thing, such as a file.

import { type Cell, type ModuleRecords } from '../data/document.ts';
import { filesTable, rowsOf } from '../data/files.ts';
import { commonSizesOf, fieldText, nameInKey, recordsNamed, sizesOf, usedFields, valueOf } from '../data/modules.ts';
import { plural, quantity } from '../data/numbers.ts';
import type { DrawerProps } from './Drawer.tsx';
import { SizeBars } from './SizeBars.tsx';
import { Prose } from './Prose.tsx';

const reductions: Record<string, string> = { min: 'smallest of the processes', max: 'largest of the processes', first: 'earliest, since the begin of the run', last: 'latest, since the begin of the run', none: 'kept where all processes have the same' };

function Fields({ module, record }: { module: ModuleRecords; record: number }) {
  const fields = usedFields(module).filter((field) => valueOf(module, field, record) !== 0 && !/^(reads|writes)_(to|above)_|^common_(size|count)_/.test(module.fields[field]![0]));
  return (
    <table class="plain numbers" aria-label={`Fields of ${module.name}`}>
      <tbody>
        {fields.map((field) => {
          const [name, , reduction] = module.fields[field]!;
          const value = valueOf(module, field, record);
          return (
            <tr key={name} title={reductions[reduction]}>
              <th scope="row">{name.replaceAll('_', ' ')}</th>
              <td data-field={`${module.name}.${name}`} data-value={value}>
                {fieldText(module, field, value)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Shares of a file, which the report has and records do not. */
function Shares({ row }: { row: Record<string, Cell> | undefined }) {
  const shares = (['onward', 'adjacent', 'unaligned'] as const).filter((key) => typeof row?.[key] === 'number');
  const titles = { onward: 'sequential: at or after the end of the previous access', adjacent: 'consecutive: exactly at the end of the previous one', unaligned: 'unaligned: not at a multiple of 4096 B' };
  return shares.length === 0 ? null : (
    <ul class="plain-list">
      {shares.map((key) => (
        <li key={key} data-share={key} data-value={String(row![key])}>{`${Number(row![key]).toFixed(1)} % ${titles[key]}`}</li>
      ))}
    </ul>
  );
}

/** The sizes that were used most, which have a field each, and one for their counts. */
function CommonSizes({ module, record }: { module: ModuleRecords; record: number }) {
  const sizes = commonSizesOf(module, record);
  return sizes.length === 0 ? null : <p class="note" data-common={sizes.map(({ size, calls }) => `${size}:${calls}`).join(' ')}>{`Most frequent: ${sizes.map(({ size, calls }) => `${quantity(size, 'B')} (${plural(calls, 'time')})`).join(', ')}`}</p>;
}

/** How even the ranks were. */
function Ranks({ row }: { row: Record<string, Cell> | undefined }) {
  if (!row) {
    return null;
  }
  const at = (key: string) => Number(row[key]);
  const deviation = `deviation ${quantity(at('bytesDeviation'), 'B')}`;
  const moved = row['leastBytes'] === null ? `bytes moved: ${deviation} over the ranks` : at('leastBytes') === at('mostBytes') ? `every rank moved ${quantity(at('mostBytes'), 'B')}` : `fewest bytes rank ${at('leastRank')}: ${quantity(at('leastBytes'), 'B')}; most rank ${at('mostRank')}: ${quantity(at('mostBytes'), 'B')}; ${deviation}`;
  return (
    <ul class="plain-list">
      <li>{`fastest rank ${at('fastestRank')}: ${quantity(at('fastestTime'), 'ns')}; slowest rank ${at('slowestRank')}: ${quantity(at('slowestTime'), 'ns')}; deviation ${quantity(at('timeDeviation'), 'ns')} over ${plural(at('ranks'), 'rank')}`}</li>
      <li>{moved}</li>
    </ul>
  );
}

export function RecordDetails({ run, selection }: DrawerProps) {
  const name = nameInKey(run.document, selection.record)!;
  const records = recordsNamed(run.document, selection.record);
  const findings = rowsOf(filesTable(run.document, 'ioFindings')).filter((row) => row['file'] === name);
  const rowOf = (view: 'ioFiles' | 'ioShared', module: string) => rowsOf(filesTable(run.document, view)).find((row) => row['file'] === name && row['module'] === module);
  return (
    <section class="record-details" aria-label="Selected record">
      <h2 class="drawer-name">{name}</h2>
      {records.length === 0 && <p class="note"><Prose text="The page has no room for this record; `gantry query` shows it." /></p>}
      {findings.map((row) => (
        <p key={String(row['rule'])}>
          <strong>{String(row['rule'])}</strong>
          {` (${row['module']}): ${row['evidence']}. `}
          <span class="advice">{`Advice: ${row['advice']}.`}</span>
        </p>
      ))}
      {records.map(({ module, record }) => {
        const sizes = sizesOf(module, record);
        return (
          <div key={module.name}>
            <h3>{`Module ${module.name}${module.processes[record]! > 1 ? `, ${plural(module.processes[record]!, 'process', 'processes')}` : ''}`}</h3>
            <Shares row={rowOf('ioFiles', module.name)} />
            <Ranks row={rowOf('ioShared', module.name)} />
            {sizes.length > 0 && <SizeBars sizes={sizes} name={`${module.name} of the record`} />}
            <CommonSizes module={module} record={record} />
            <Fields module={module} record={record} />
          </div>
        );
      })}
    </section>
  );
}
