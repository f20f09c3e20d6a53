// When files were read and written, by process.

import { useMemo } from 'preact/hooks';
import { bytesOverTime, type Direction, filesTable, movedIn } from '../data/files.ts';
import { count, plural } from '../data/numbers.ts';
import { ByteMap } from '../parts/ByteMap.tsx';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import type { ViewProps } from '../state/view.ts';
import { chosenIn, withChoice } from './ioChoices.ts';

const whole = (value: unknown) => count(Number(value));

export function OverTime({ run, selection, change }: ViewProps) {
  const all = useMemo(() => bytesOverTime(run.document), [run]);
  const modules = all.map(({ module }) => module);
  const name = chosenIn(selection.show, modules);
  const over = all.find(({ module }) => module === name) ?? all.find(({ module }) => module === 'posix') ?? all[0];
  const moved = useMemo(() => (over ? movedIn(over) : []), [over]);
  if (!over) {
    return <p class="note">When files were read and written is not known: no module counted bytes over time.</p>;
  }
  const direction = (chosenIn(selection.show, ['read', 'written']) || 'both') as Direction;
  const columns: TableColumn[] = [
    { key: 'process', title: 'process', value: (row) => moved[row]!.process },
    { key: 'from', title: 'from', unit: 'ns', number: true, value: (row) => moved[row]!.from },
    { key: 'to', title: 'to', unit: 'ns', number: true, value: (row) => moved[row]!.to },
    { key: 'read', title: 'read', unit: 'B', number: true, value: (row) => moved[row]!.read, text: whole },
    { key: 'written', title: 'written', unit: 'B', number: true, value: (row) => moved[row]!.written, text: whole },
  ];
  const { leftOut } = filesTable(run.document, 'ioMap');
  return (
    <section class="over-time">
      <h2>{`When were files read and written? Module ${over.module}, ${plural(over.processes.length, 'process', 'processes')}`}</h2>
      <div class="controls">
        {all.length > 1 && <Choice name="Module" value={over.module} choices={modules.map((module) => [module, module])} onChoose={(module) => change({ show: withChoice(selection.show, modules, module) })} />}
        <Choice name="Bytes" value={direction} choices={[['both', 'read and written'], ['read', 'read'], ['written', 'written']]} onChoose={(word) => change({ show: withChoice(selection.show, ['read', 'written'], word === 'both' ? '' : word) })} />
      </div>
      <ByteMap over={over} direction={direction} />
      {leftOut > 0 && <p class="note">{`${count(leftOut)} rows of further processes are not in the page.`}</p>}
      <DataTable name="Bytes by interval" columns={columns} rows={moved.map((_, row) => row)} />
    </section>
  );
}
