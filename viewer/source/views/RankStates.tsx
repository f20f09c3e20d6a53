// What ranks and threads did in a part of the time: states side by side, as a shape, and how many at once.

import { duration, plural, quantity, share } from '../data/numbers.ts';
import type { TimelineData, Total } from '../data/timeline.ts';
import { concurrencyOf, type Span, type State, states, statesOf, wholeOf } from '../data/window.ts';
import { Choice } from '../parts/Choice.tsx';
import { Bars } from '../parts/Bars.tsx';
import { Radial } from '../parts/Radial.tsx';
import { StackedBars } from '../parts/StackedBars.tsx';
import { useLatest } from '../state/latest.ts';
import type { ViewProps } from '../state/view.ts';
import { Prose } from '../parts/Prose.tsx';
import { CallDurations } from './RankDurations.tsx';
import { LongestTimes } from './RankLongest.tsx';

const mostRows = 128;
const mostSpokes = 64;

export const stateParts = states.map((state) => ({ key: state, title: state, look: `state-${state}` }));

/** What a row is called where there is little room: its rank, if that has no other rows. */
function shortLabel(data: TimelineData, row: number): string {
  const { rank, label } = data.rows[row]!;
  return rank >= 0 && data.rows.filter((other) => other.rank === rank).length === 1 ? `rank ${rank}` : label;
}

/** The part of the time that is shown, in words. */
export function spanText(window: Span, whole: Span): string {
  const isWhole = window[0] <= whole[0] && window[1] >= whole[1];
  return isWhole ? `The whole trace, ${duration((whole[1] - whole[0]) * 1e-9)}` : `${duration((window[0] - whole[0]) * 1e-9)} to ${duration((window[1] - whole[0]) * 1e-9)}, ${duration((window[1] - window[0]) * 1e-9)} of ${duration((whole[1] - whole[0]) * 1e-9)}`;
}

export function useStates(data: TimelineData, { selection, now }: ViewProps): { totals: Total[] | null; window: Span; problem: string } {
  const window = now ?? wholeOf(data);
  const [found, problem] = useLatest((signal) => statesOf(data, selection.run, window, signal), [data, selection.run, window.join()]);
  return { totals: found?.totals ?? null, window: found?.window ?? window, problem };
}

function States(props: ViewProps & { data: TimelineData }) {
  const { data, selection, change } = props;
  const { totals, window, problem } = useStates(data, props);
  if (!totals) {
    return <p class="note">{problem || 'loading'}</p>;
  }
  const length = window[1] - window[0];
  const byRow = selection.sort === 'thread';
  const order = [...totals].sort((a, b) => (byRow ? a.row - b.row : b.busy - a.busy || a.row - b.row));
  const mean = totals.reduce((sum, total) => sum + total.busy, 0) / Math.max(1, totals.length);
  const most = Math.max(0, ...totals.map((total) => total.busy));
  return (
    <section>
      <h2>Share of the time that each row was busy, in overhead, or idle</h2>
      <p class="note" role="status">
        {`${spanText(window, wholeOf(data))}. What is missing to 100 % is outside of measured calls. Busy: mean ${share(mean, length)}, most ${share(most, length)}${mean > 0 ? `, most / mean ${(most / mean).toFixed(2)}` : ''}.`}
      </p>
      <Choice name="Order" value={byRow ? 'thread' : ''} choices={[['', 'by busy'], ['thread', 'by row']]} onChoose={(sort) => change({ sort })} />
      <StackedBars
        name="States by row"
        unit="ns"
        parts={stateParts}
        rows={order.slice(0, mostRows).map((total) => ({
          key: String(total.row),
          label: data.rows[total.row]!.label,
          values: states.map((state) => total[state]),
          whole: length,
          selected: selection.cursor?.[0] === total.row,
          onSelect: () => change({ cursor: [total.row, selection.cursor?.[1] ?? window[0]] }, true),
        }))}
      />
      {order.length > mostRows && <p class="note">{`${plural(order.length - mostRows, 'more row')} not shown`}</p>}
    </section>
  );
}

function Shape(props: ViewProps & { data: TimelineData }) {
  const { data } = props;
  const { totals, window, problem } = useStates(data, props);
  if (!totals) {
    return <p class="note">{problem || 'loading'}</p>;
  }
  const length = window[1] - window[0];
  return (
    <section>
      <h2>Busy share of each row: a circle is even work</h2>
      <p class="note" role="status">{`${spanText(window, wholeOf(data))}. The edge is 100 %.${totals.length > mostSpokes ? ` The first ${mostSpokes} of ${totals.length} rows.` : ''}`}</p>
      <Radial name="Busy share by row" spokes={totals.slice(0, mostSpokes).map((total) => ({ label: shortLabel(data, total.row), value: total.busy / length }))} />
    </section>
  );
}

function AtOnce({ run, selection, change, now, data }: ViewProps & { data: TimelineData }) {
  const window = now ?? wholeOf(data);
  const state: State = states.find((one) => `concurrency.${one}` === selection.show) ?? 'busy';
  const [found, problem] = useLatest((signal) => concurrencyOf(data, selection.run, window, state, signal), [data, selection.run, window.join(), state]);
  if (!found) {
    return <p class="note">{problem || 'loading'}</p>;
  }
  const length = found.window[1] - found.window[0];
  const last = found.times.reduce((most, time, place) => (time > 0 ? place : most), 0);
  const mean = found.times.reduce((sum, time, place) => sum + time * place, 0) / Math.max(1, length);
  return (
    <section>
      <h2>{`How long so many rows were ${state === 'overhead' ? 'in overhead' : state} at once`}</h2>
      <Choice name="State" value={state} choices={states.map((one) => [one, one])} onChoose={(one) => change({ show: `concurrency.${one}` })} />
      <p class="note" role="status">{`${spanText(found.window, wholeOf(data))}${data.served || !now ? '' : ' (a report has this of the whole trace only)'}; ${mean.toFixed(2)} of ${run.document.timeline!.rows.length} rows in the mean.`}</p>
      <Bars
        name={`Rows ${state} at once`}
        unit="ns"
        most={length}
        bars={found.times.slice(0, Math.max(2, last + 1)).map((time, place) => ({ key: String(place), label: plural(place, 'row'), value: time, text: `${share(time, length)}  ${quantity(time, 'ns')}` }))}
      />
    </section>
  );
}

/** The views of states, by what is chosen to be shown. */
export function RankStates(props: ViewProps) {
  const data = props.run.document.timeline;
  if (!data || data.rows.length === 0) {
    return <p class="empty"><Prose text="This run has no trace, which knows what ranks did when. `gantry run --trace drain` and `gantry exec --trace drain` keep one." /></p>;
  }
  const { show } = props.selection;
  if (show.startsWith('longest')) {
    return <LongestTimes {...props} data={data} />;
  }
  if (show.startsWith('durations')) {
    return <CallDurations {...props} data={data} />;
  }
  return show === 'radial' ? <Shape {...props} data={data} /> : show.startsWith('concurrency') ? <AtOnce {...props} data={data} /> : <States {...props} data={data} />;
}
