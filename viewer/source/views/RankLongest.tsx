// The longest time that each row was in a state without another one in between, and when that was.

import { duration, plural } from '../data/numbers.ts';
import { shortName, type Run } from '../data/run.ts';
import type { TimelineData } from '../data/timeline.ts';
import { type Calls, callsOfTimer, type Longest as Stretch, longestOf, type State, wholeOf } from '../data/window.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { inOrder } from '../parts/rowOrder.ts';
import { useLatest } from '../state/latest.ts';
import type { ViewProps } from '../state/view.ts';
import { spanText } from './RankStates.tsx';

interface Only {
  choice: string;
  text: string;
  /** null: all. */
  calls: Calls | null;
}

/** What stretches may be of: all calls, those of the selected timer, or those of its component. */
function choicesOf(run: Run, timer: number | null): Only[] {
  const all = { choice: 'longest', text: 'all calls', calls: null };
  const place = timer === null ? undefined : run.timerOf.get(timer);
  if (place === undefined) {
    return [all];
  }
  const { name, component } = run.document.timers;
  const own = component[place]!;
  const ofComponent = own && name[place]!.startsWith(`${own}::`) ? [{ choice: 'longest.component', text: `only component ${own}`, calls: { name: `${own}::*`, component: '' } }] : [];
  return [all, { choice: 'longest.timer', text: `only ${shortName(run, place)}`, calls: callsOfTimer(run, place) }, ...ofComponent];
}

const titles: [state: State | 'outside', title: string][] = [
  ['busy', 'busy'],
  ['idle', 'idle'],
  ['overhead', 'overhead'],
  ['outside', 'in no call'],
];

function LongestTable({ data, list, isPart, selection, change }: ViewProps & { data: TimelineData; list: Stretch[]; isPart: boolean }) {
  const found = new Map(list.map((one) => [`${one.row} ${one.state}`, one]));
  const of = (row: number, state: string) => found.get(`${row} ${state}`);
  const [begin] = wholeOf(data);
  const states = titles.filter(([state]) => list.some((one) => one.state === state));
  const first = states[0]?.[0] ?? 'busy';
  const columns: TableColumn[] = [
    { key: 'where', title: 'row', wide: true, value: (row) => data.rows[row]!.label },
    ...states.flatMap(([state, title]): TableColumn[] => [
      { key: state, title: isPart && state === 'outside' ? 'in other calls or none' : title, unit: 'ns', number: true, hint: 'The longest time without another state in between', value: (row) => of(row, state)?.duration ?? null },
      { key: `${state}From`, title: 'from', number: true, value: (row) => of(row, state)?.from ?? null, text: (value) => (value === null ? '-' : duration((Number(value) - begin) * 1e-9)) },
    ]),
  ];
  const sort = selection.sort || first;
  const rows = inOrder([...new Set(list.map(({ row }) => row))], columns, sort);
  const shown = columns.find(({ key }) => key === sort.replace(/^-|From$/g, ''))?.key ?? first;
  return (
    <DataTable
      name="Longest time in each state"
      columns={columns}
      rows={rows}
      sort={sort}
      onSort={(next) => change({ sort: next })}
      selected={selection.cursor?.[0] ?? null}
      onSelect={(row) => {
        // A row has its time in another state where it has none in the chosen one.
        const stretch = [shown, ...states.map(([state]) => state)].map((state) => of(row, state)).find((one) => one !== undefined);
        // With something around it, so that the timeline shows where it begins and ends.
        const margin = stretch ? Math.ceil(stretch.duration / 10) + 10 : 0;
        change(stretch ? { cursor: [row, stretch.from], window: [stretch.from - margin, stretch.from + stretch.duration + margin] } : { cursor: [row, begin] });
      }}
    />
  );
}

export function LongestTimes(props: ViewProps & { data: TimelineData }) {
  const { run, data, selection, change, now } = props;
  const window = now ?? wholeOf(data);
  const choices = choicesOf(run, selection.timer).filter(({ calls }) => data.served || !calls);
  const only = choices.find(({ choice }) => choice === selection.show) ?? choices[0]!;
  const [found, problem] = useLatest((signal) => longestOf(data, selection.run, window, only.calls, signal), [data, selection.run, window.join(), only.choice, selection.timer]);
  if (!found) {
    return <p class="note">{problem || (data.served || data.longest ? 'loading' : 'This page was written by an earlier version, which did not look for it.')}</p>;
  }
  const rows = new Set(found.list.map(({ row }) => row)).size;
  return (
    <section class="filled">
      <h2>The longest time of each row in a state at a stretch</h2>
      {choices.length > 1 && <Choice name="Calls" value={only.choice} choices={choices.map(({ choice, text }) => [choice, text])} onChoose={(show) => change({ show })} />}
      <p class="note" role="status">
        {`${spanText(found.window, wholeOf(data))}${data.served || !now ? '' : ' (a report has this of the whole trace only)'}. Enter on a row shows that time in Timeline.${rows < data.rows.length ? ` ${plural(rows, 'row')} of ${data.rows.length}.` : ''}`}
      </p>
      <LongestTable {...props} list={found.list} isPart={only.calls !== null} />
    </section>
  );
}
