// Timers over threads, all at once: the chosen regions as parts of bars, a heat map, and how values are distributed.

import { count, plural, quantity, share } from '../data/numbers.ts';
import { type Run, shortName, timersBySelf } from '../data/run.ts';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { StackedBars } from '../parts/StackedBars.tsx';
import { Bars } from '../parts/Bars.tsx';
import { heat, others, paintOfPlace } from '../state/theme.ts';
import type { ViewProps } from '../state/view.ts';
import { threadLabel, valuesOnThreads } from '../data/threads.ts';

const mostParts = 7;
const mostRows = 128;
const mostHeat = 30;
const bins = 12;

/** Places of the timers that have colours of their own: the chosen ones, or those with the largest self values. */
export function regionsOf(run: Run, chosen: number[]): number[] {
  const places = chosen.map((id) => run.timerOf.get(id)).filter((place): place is number => place !== undefined);
  return places.length > 0 ? places : timersBySelf(run).slice(0, mostParts);
}

/** Self values of some timers on each thread, by place of the thread. */
function onThreads(run: Run, places: number[]): number[][] {
  return places.map((place) => {
    const values = new Array<number>(run.document.threads.length).fill(0);
    for (const { thread, value } of valuesOnThreads(run, run.document.timers.id[place]!, 'exclusive', [])) {
      values[thread] = value;
    }
    return values;
  });
}

export function RegionShares({ run, selection, change }: ViewProps) {
  const places = regionsOf(run, selection.regions);
  const values = onThreads(run, places);
  const threads = run.document.threads.map((thread, place) => ({ place, measured: thread.measured[run.metric]! })).filter(({ measured }) => measured > 0);
  threads.sort((a, b) => b.measured - a.measured || a.place - b.place);
  const largest = Math.max(1, ...threads.map(({ measured }) => measured));
  const parts = places.map((place, order) => ({ key: String(run.document.timers.id[place]), title: shortName(run, place), fill: paintOfPlace(order).fill }));
  parts.push({ key: 'rest', title: 'others', fill: others.fill });
  return (
    <section>
      <h2>{`What each thread spent its ${run.document.metrics[run.metric]!.name} on`}</h2>
      <p class="note">
        {`${selection.regions.length > 0 ? `${plural(places.length, 'chosen region')}` : `The ${places.length} timers with the largest self values`}; choose others in the table of timers with the space bar. The whole is ${quantity(largest, run.unit)}, the most that was measured on a thread.`}
        {selection.regions.length > 0 && <button onClick={() => change({ regions: [] })}>the largest ones again</button>}
      </p>
      <StackedBars
        name="Regions by thread"
        unit={run.unit}
        parts={parts}
        rows={threads.slice(0, mostRows).map(({ place, measured }) => {
          const shown = values.map((of) => of[place]!);
          return { key: String(place), label: threadLabel(run, place), whole: largest, values: [...shown, Math.max(0, measured - shown.reduce((sum, value) => sum + value, 0))] };
        })}
      />
      {threads.length > mostRows && <p class="note">{`${plural(threads.length - mostRows, 'more thread')} not shown`}</p>}
    </section>
  );
}

export function HeatMap({ run, selection, change }: ViewProps) {
  const { timers, threads } = run.document;
  const places = selection.regions.length > 0 ? regionsOf(run, selection.regions) : timersBySelf(run).slice(0, mostHeat);
  const values = onThreads(run, places);
  const largest = Math.max(1, ...values.flat());
  const shownThreads = threads.map((_, place) => place).filter((place) => threads[place]!.measured[run.metric]! > 0).slice(0, 64);
  const columns: TableColumn[] = [
    { key: 'name', title: 'timer', wide: true, value: (row) => shortName(run, places[row]!) },
    ...shownThreads.map((thread): TableColumn => ({
      key: `thread${thread}`,
      title: threadLabel(run, thread).replace(/^rank /, 'r').replace(/^thread /, 't'),
      hint: threadLabel(run, thread),
      unit: run.unit,
      number: true,
      value: (row) => values[row]![thread]!,
      paint: (row) => (values[row]![thread]! > 0 ? heat(values[row]![thread]! / largest) : null),
    })),
  ];
  const selected = selection.timer === null ? -1 : places.indexOf(run.timerOf.get(selection.timer) ?? -1);
  return (
    <section class="filled">
      <h2>Self values of timers (rows) on threads (columns)</h2>
      <p class="note">{`Darker is more, up to ${quantity(largest, run.unit)}. ${plural(places.length, 'timer')} of ${count(timersBySelf(run).length)}, the largest ones first.`}</p>
      <DataTable name="Heat map" columns={columns} rows={places.map((_, row) => row)} selected={selected < 0 ? null : selected} onSelect={(row) => change({ timer: timers.id[places[row]!]! })} />
    </section>
  );
}

export function Histogram({ run, selection }: ViewProps) {
  const candidates = timersBySelf(run);
  const place = selection.timer === null ? candidates[0]! : (run.timerOf.get(selection.timer) ?? candidates[0]!);
  const values = valuesOnThreads(run, run.document.timers.id[place]!, 'exclusive', selection.threads).map((one) => one.value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = (most - least) / bins;
  const many = width > 0 ? bins : 1;
  const counts = new Array<number>(many).fill(0);
  for (const value of values) {
    counts[width > 0 ? Math.min(bins - 1, Math.floor((value - least) / width)) : 0]! += 1;
  }
  return (
    <section>
      <h2>{`${shortName(run, place)}: how many threads have which self value`}</h2>
      <p class="note" role="status">{`${plural(values.length, 'thread')}, ${quantity(least, run.unit)} to ${quantity(most, run.unit)}`}</p>
      <Bars
        name="Threads by self value"
        unit=""
        bars={counts.map((number, bin) => ({
          key: String(bin),
          label: width > 0 ? `${quantity(least + bin * width, run.unit)} to ${quantity(least + (bin + 1) * width, run.unit)}` : quantity(least, run.unit),
          value: number,
          text: `${plural(number, 'thread')}  ${share(number, values.length)}`,
        }))}
      />
    </section>
  );
}
