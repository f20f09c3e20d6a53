// The phases of a run; one that is chosen is what the other tables and the flame graph show.

import { count, plural } from '../data/numbers.ts';
import { phasesOf } from '../data/phases.ts';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { inOrder } from '../parts/rowOrder.ts';
import type { ViewProps } from '../state/view.ts';

export function Phases({ run, selection, change }: ViewProps) {
  const phases = phasesOf(run);
  const whole = phases.reduce((sum, { self }) => sum + self, 0);
  const columns: TableColumn[] = [
    { key: 'phase', title: 'phase', wide: true, value: (row) => phases[row]!.name },
    { key: 'self', title: 'self', unit: run.unit, number: true, value: (row) => phases[row]!.self, part: (row) => (whole > 0 ? phases[row]!.self / whole : 0) },
    { key: 'share', title: 'share', unit: '%', number: true, value: (row) => (whole > 0 ? (100 * phases[row]!.self) / whole : 0), text: (value) => Number(value).toFixed(1) },
    { key: 'calls', title: 'calls', number: true, value: (row) => phases[row]!.calls, text: (value) => (value === null ? '-' : count(Number(value))) },
    { key: 'timers', title: 'timers', number: true, value: (row) => phases[row]!.timers },
  ];
  const sort = selection.sort || 'self';
  const chosen = phases.findIndex(({ name }) => name === selection.phase);
  return (
    <>
      <p class="note" role="status">{`${plural(phases.length, 'phase')}. A call belongs to the innermost phase around it. Enter chooses a phase, whose calls alone the timers, the call paths and the flame graph then show.`}</p>
      <DataTable
        name="Phases"
        columns={columns}
        rows={inOrder(phases.map((_, row) => row), columns, sort)}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        selected={chosen < 0 ? null : chosen}
        onSelect={(row) => change({ phase: row === chosen ? '' : phases[row]!.name, path: null })}
      />
    </>
  );
}
