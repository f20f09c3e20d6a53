// Records of any module, known or not, by the description that it gave of its own fields; and the report that it brings.

import type { Cell, ModuleRecords } from '../data/document.ts';
import { fieldText, keyOfRecord, modulesOf, reportOf, usedFields, valueOf } from '../data/modules.ts';
import { count, percentText, plural, quantity } from '../data/numbers.ts';
import { fits } from '../data/run.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { inOrder } from '../parts/rowOrder.ts';
import type { View, ViewProps } from '../state/view.ts';
import { Prose } from '../parts/Prose.tsx';

/** A number below a title that has its unit. */
function numberIn(unit: string): (value: Cell) => string {
  return (value) => (unit === '%' ? percentText(value) : typeof value === 'number' ? quantity(value, '') : '-');
}

function Report({ module }: { module: ModuleRecords }) {
  const report = reportOf(module);
  if (!report) {
    return module.report ? <p class="note bad">{`The report that this module brings cannot be read: ${(module.report as { problem: string }).problem}.`}</p> : null;
  }
  const { table } = report;
  const columns: TableColumn[] = table.columns.map(({ key, title, unit }, place) => ({ key, title, unit, number: place > 0, value: (row) => table.rows[row]![place]!, text: place === 0 || unit === 'ns' ? undefined : numberIn(unit) }));
  return (
    <section>
      <h2>{report.title || 'Report'}</h2>
      {report.notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      <DataTable name={`Report of ${module.name}`} columns={columns} rows={table.rows.map((_, row) => row)} />
      {table.leftOut > 0 && <p class="note">{`${plural(table.leftOut, 'more row')} not shown`}</p>}
    </section>
  );
}

function Records({ module, selection, change }: ViewProps & { module: ModuleRecords }) {
  const used = usedFields(module);
  const columns: TableColumn[] = [
    { key: '(name)', title: 'name', value: (record) => module.names[record]! },
    ...(module.processes.some((processes) => processes > 1) ? [{ key: '(processes)', title: 'processes', number: true, value: (record: number) => module.processes[record]! }] : []),
    ...used.map((field): TableColumn => {
      const [name, unit, reduction] = module.fields[field]!;
      return { key: name, title: name.replaceAll('_', ' '), unit: unit === name ? '' : unit, hint: `${reduction} over processes`, number: true, value: (record) => valueOf(module, field, record), text: (value) => (unit === 'ns' ? fieldText(module, field, Number(value)) : count(Number(value))) };
    }),
  ];
  const rows = module.names.map((_, record) => record).filter((record) => fits(module.names[record]!, selection.search));
  const key = (record: number) => keyOfRecord(module.name, module.names[record]!);
  const unused = module.fields.length - used.length;
  return (
    <section class="filled">
      <h2>{`${plural(module.names.length + module.leftOut, 'record')}, every field`}</h2>
      <p class="note">
        <Prose text={`Enter shows a record alone.${unused > 0 ? ` ${plural(unused, 'field')} that ${unused === 1 ? 'is' : 'are'} 0 everywhere ${unused === 1 ? 'is' : 'are'} left out.` : ''}${module.leftOut > 0 ? ` The page has the largest ${count(module.names.length)} records; \`gantry query\` shows all.` : ''}`} />
      </p>
      <DataTable name={`Records of ${module.name}`} columns={columns} rows={inOrder(rows, columns, selection.sort)} sort={selection.sort} onSort={(sort) => change({ sort })} selected={rows.find((record) => key(record) === selection.record) ?? null} onSelect={(record) => change({ record: key(record), drawer: 'details' })} />
    </section>
  );
}

function Modules(props: ViewProps) {
  const { run, selection, change } = props;
  const list = modulesOf(run.document);
  const module = list.find(({ name }) => name === selection.show) ?? list.find((one) => one.report !== null) ?? list[0]!;
  const leftOut = run.document.modules!.leftOut;
  return (
    <div class="modules">
      <Choice name="Module" value={module.name} choices={list.map(({ name }) => [name, name])} onChoose={(show) => change({ show, sort: '' })} />
      {leftOut > 0 && <p class="note">{`${plural(leftOut, 'more module')} not in the page`}</p>}
      {module.partial && (
        <p class="bad">
          <strong>Incomplete: </strong>
          {module.partial}
        </p>
      )}
      <Report module={module} />
      <Records {...props} module={module} />
    </div>
  );
}

export const modules: View = {
  id: 'modules',
  title: 'Modules',
  dynamic: false,
  looksAt: () => ['modules'],
  missing: (run) => (modulesOf(run.document).length === 0 ? 'No module recorded anything in this run: `gantry exec -- PROGRAM` measures with modules, which `gantry modules` lists.' : ''),
  show: (props) => <Modules {...props} />,
};
