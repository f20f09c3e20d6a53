// One timer across threads, and across ranks as far as the archive has it.

import { columnOf } from '../data/document.ts';
import { count, plural, quantity } from '../data/numbers.ts';
import { type Run, shortName, listedTimers, timersBySelf } from '../data/run.ts';
import { Bars } from '../parts/Bars.tsx';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { type Fact, Facts } from '../parts/Facts.tsx';
import { TimerChoice } from '../parts/TimerChoice.tsx';
import { type OnThread, type Shown, spreadOf, threadLabel, valuesOnThreads } from '../data/threads.ts';
import { paintOfComponent } from '../state/theme.ts';
import type { View, ViewProps } from '../state/view.ts';
import { HeatMap, Histogram, RegionShares } from './RankShares.tsx';
import { Scatter } from './RankScatter.tsx';
import { RankStates } from './RankStates.tsx';

const titles: Record<Shown, string> = { exclusive: 'self', inclusive: 'total', calls: 'calls' };

function Spread({ run, values, unit }: { run: Run; values: OnThread[]; unit: string }) {
  if (values.length < 2) {
    return <p class="note">{`Only ${plural(values.length, 'thread')} of ${count(run.document.threads.length)} started it.`}</p>;
  }
  const { min, mean, max: largest, deviation } = spreadOf(values.map((one) => one.value));
  const facts: Fact[] = [
    ['threads', count(values.length), values.length],
    ['min', quantity(min, unit), min],
    ['mean', quantity(mean, unit), mean],
    ['max', quantity(largest, unit), largest],
    ['deviation', quantity(deviation, unit), deviation],
    ['imbalance (max/mean - 1)', mean > 0 ? `${(100 * (largest / mean - 1)).toFixed(1)} %` : '-', mean > 0 ? largest / mean - 1 : 0],
  ];
  return <Facts facts={facts} />;
}

function RankTable({ run, selection, change }: ViewProps) {
  const table = run.document.views.ranks;
  const method = columnOf(table, 'method');
  const component = columnOf(table, 'component');
  const columns: TableColumn[] = table.columns
    .map((column, index): TableColumn => ({
      key: column.key,
      title: column.title.replace('@rank', 'at rank'),
      unit: column.unit,
      number: index !== method && index !== component,
      wide: index === method,
      value: (row) => table.rows[row]![index]!,
    }))
    .map((column) => (column.key === 'share' ? { ...column, text: (value) => (value as number).toFixed(1) } : column));
  const rows = table.rows.map((_, row) => row);
  const name = selection.timer === null ? -1 : run.timerOf.get(selection.timer)!;
  const { timers } = run.document;
  const chosen = rows.find((row) => name >= 0 && table.rows[row]![component] === timers.component[name] && table.rows[row]![method] === timers.method[name]);
  return (
    <section class="filled">
      <h2>{`All timers over ${plural(run.document.ranks!, 'rank')}`}</h2>
      <DataTable
        name="Timers over ranks"
        columns={columns}
        rows={rows}
        selected={chosen ?? null}
        onSelect={(row) => {
          const place = timers.id.findIndex((_, index) => timers.component[index] === table.rows[row]![component] && timers.method[index] === table.rows[row]![method]);
          if (place >= 0) {
            change({ timer: timers.id[place]! });
          }
        }}
      />
    </section>
  );
}

const mostBars = 512;

function OneTimer({ run, selection, change }: ViewProps) {
  const { timers } = run.document;
  const candidates = timersBySelf(run);
  const place = selection.timer === null ? candidates[0]! : (run.timerOf.get(selection.timer) ?? candidates[0]!);
  const shown: Shown = selection.show === 'inclusive' || selection.show === 'calls' ? selection.show : 'exclusive';
  const values = valuesOnThreads(run, timers.id[place]!, shown, selection.threads);
  const byThread = selection.sort === 'thread';
  values.sort((a, b) => (byThread ? a.thread - b.thread : b.value - a.value || a.thread - b.thread));
  const unit = shown === 'calls' ? '' : run.unit;
  const mean = values.reduce((sum, one) => sum + one.value, 0) / Math.max(1, values.length);
  return (
    <section>
      <h2>{`${shortName(run, place)}: ${titles[shown]}${shown === 'calls' ? '' : ` (${run.document.metrics[run.metric]!.name})`} by thread`}</h2>
      <div class="controls">
        <TimerChoice id="rank-timer" run={run} value={timers.id[place]!} onChoose={(timer) => change({ timer })} />
        <Choice name="Value" value={shown} choices={[['exclusive', 'self'], ['inclusive', 'total'], ['calls', 'calls']]} onChoose={(show) => change({ show })} />
        <Choice name="Order" value={byThread ? 'thread' : ''} choices={[['', 'by value'], ['thread', 'by thread']]} onChoose={(sort) => change({ sort })} />
        {selection.threads.length > 0 && <button onClick={() => change({ threads: [] })}>{`only ${plural(selection.threads.length, 'thread')}: show all`}</button>}
      </div>
      <Spread run={run} values={values} unit={unit} />
      <Bars
        name={`${titles[shown]} of ${shortName(run, place)} by thread`}
        unit={unit}
        mark={values.length > 1 ? { value: mean, label: 'mean' } : undefined}
        bars={values.slice(0, mostBars).map((one) => ({
          key: String(one.thread),
          label: threadLabel(run, one.thread),
          value: one.value,
          fill: paintOfComponent(run, timers.component[place]!).fill,
        }))}
      />
      {values.length > mostBars && <p class="note">{`${plural(values.length - mostBars, 'more thread')} not shown; gantry query has all`}</p>}
      {run.document.onThreads.leftOut > 0 && <p class="note">{`The page has the largest values on threads only: ${plural(run.document.onThreads.leftOut, 'smaller one')} left out.`}</p>}
    </section>
  );
}

const pictures: [string, string][] = [
  ['', 'one timer'],
  ['states', 'states'],
  ['radial', 'radial'],
  ['concurrency', 'concurrency'],
  ['longest', 'longest'],
  ['durations', 'durations'],
  ['regions', 'regions'],
  ['heat', 'heat map'],
  ['histogram', 'histogram'],
  ['scatter', 'scatter'],
];

function pictureOf(show: string): string {
  return pictures.find(([picture]) => picture && show.startsWith(picture))?.[0] ?? '';
}

function Picture(props: ViewProps) {
  const picture = pictureOf(props.selection.show);
  switch (picture) {
    case 'states':
    case 'radial':
    case 'concurrency':
    case 'longest':
    case 'durations':
      return <RankStates {...props} />;
    case 'regions':
      return <RegionShares {...props} />;
    case 'heat':
      return <HeatMap {...props} />;
    case 'scatter':
      return <Scatter {...props} />;
    case 'histogram':
      return <Histogram {...props} />;
    default:
      return (
        <>
          <OneTimer {...props} />
          {props.run.document.ranks !== null && <RankTable {...props} />}
        </>
      );
  }
}

export const ranks: View = {
  id: 'ranks',
  title: 'Ranks',
  dynamic: true,
  looksAt: () => ['onThreads'],
  missing: (run) => (listedTimers(run).every((place) => run.document.timers.kind[place] === 'parameter') ? 'No timer was started in this run.' : ''),
  show: (props) => (
    <div class="ranks">
      <Choice name="Show" value={pictureOf(props.selection.show)} choices={pictures} onChoose={(show) => props.change({ show, sort: '' })} />
      <Picture {...props} />
    </div>
  ),
};
