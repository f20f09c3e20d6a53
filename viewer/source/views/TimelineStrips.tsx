// What belongs to the time but to no row: how many rows are in each state, what is on its way, counters, what ports were
// connected to. All on the axis of the timeline above.

import { labelOf } from '../parts/Lanes.tsx';
import { lanesOf } from '../data/history.ts';
import { duration } from '../data/numbers.ts';
import type { Run } from '../data/run.ts';
import { ask } from '../data/server.ts';
import { type Answer, reader, type TimelineData } from '../data/timeline.ts';
import { type Span, states, trafficOf, utilisationOf } from '../data/window.ts';
import { StripChart } from '../parts/Strip.tsx';
import { labelWidth } from '../parts/timelinePicture.ts';
import { useLatest } from '../state/latest.ts';
import { others, type Paint } from '../state/theme.ts';

interface StripsProps {
  run: Run;
  data: TimelineData;
  place: number;
  window: Span;
  width: number;
  at: number | null;
  /** Whose queue is shown; null: nobody's. */
  receiver: number | null;
  /** The colour that the timeline has for what a component does most. */
  paint: (component: string) => Paint | undefined;
}

const mostColumns = 512;

/** An event with values, as means of columns. */
async function counterOf(run: number, name: string, window: Span, columns: number, signal: AbortSignal) {
  const answer = JSON.parse(await ask(`api/counters?run=${run}&name=${encodeURIComponent(name)}&from=${window[0]}&to=${window[1]}&columns=${columns}`, signal)) as Answer;
  const read = reader(answer);
  return { name: String(answer.rows[0] ? read(answer.rows[0], 'event') : ''), strip: { from: window[0], to: window[1], values: answer.rows.map((row) => Number(read(row, 'mean')) || 0) } };
}

function PortLanes({ run, window, width, at, paint: paintOf }: StripsProps) {
  const lanes = lanesOf(run).filter((lane) => lane.kind === 'port');
  const x = (time: number) => labelWidth + ((Math.max(window[0], Math.min(time, window[1])) - window[0]) / (window[1] - window[0])) * (width - labelWidth);
  return (
    <>
      {lanes.map((lane) => {
        const providers = [...new Set(lane.segments.map((segment) => segment.text))].sort();
        const shown = lane.segments.filter((segment) => segment.to > window[0] && segment.from < window[1]);
        return (
          <svg key={lane.title} class="strip" width={width} height="24" role="img" aria-label={`${lane.title} was connected to ${providers.join(', ')}`} data-strip={lane.title}>
            <text class="strip-title" x={labelWidth - 8} y="16">
              {labelOf(lane.title).slice(0, 22)}
            </text>
            {shown.map((segment) => {
              const paint = paintOf(segment.text) ?? others;
              const [left, right] = [x(segment.from), x(segment.to)];
              return (
                <g key={segment.from}>
                  <rect x={left} y="3" width={Math.max(1, right - left - 1)} height="18" style={{ fill: paint.fill }}>
                    <title>{`${lane.title} connected to ${segment.text} from ${duration(segment.from * 1e-9)} to ${duration(segment.to * 1e-9)}`}</title>
                  </rect>
                  {right - left > 50 && (
                    <text class="lane-text" x={left + 4} y="16">
                      {segment.text.slice(0, Math.floor((right - left) / 7))}
                    </text>
                  )}
                </g>
              );
            })}
            {at !== null && at >= window[0] && at <= window[1] && <line class="strip-at" x1={x(at)} x2={x(at)} y1="0" y2="24" />}
          </svg>
        );
      })}
    </>
  );
}

export function TimelineStrips(props: StripsProps) {
  const { run, data, place, window, width, at, receiver } = props;
  const columns = Math.max(50, Math.min(mostColumns, width - labelWidth));
  const keys = [data, place, window.join(), columns];
  // Events of the program; those of the module for MPI are for the analysis.
  const hasEvents = data.rows.some((row) => row.events !== 0);
  const event = data.served && hasEvents ? run.document.views.events.rows.map((row) => String(row[0])).find((name) => !/^MPI[ _]/.test(name)) : undefined;
  const [utilisation] = useLatest((signal) => utilisationOf(data, place, window, columns, signal), keys);
  const [traffic] = useLatest(async (signal) => (data.messages > 0 ? trafficOf(data, place, window, columns, null, signal) : null), keys);
  const [queue] = useLatest(async (signal) => (data.messages > 0 && receiver !== null ? { receiver, traffic: await trafficOf(data, place, window, columns, receiver, signal) } : null), [...keys, receiver]);
  const [counter] = useLatest(async (signal) => (event !== undefined ? counterOf(place, event, window, columns, signal).catch(() => null) : null), keys);
  const shared = { window, width, labelWidth, at };
  return (
    <div class="strips">
      {utilisation && data.rows.length > 1 && <StripChart {...shared} title="rows by state" unit="" layers={states.map((state) => ({ title: state, look: `area-${state}`, strip: utilisation[state] }))} />}
      {utilisation && <StripChart {...shared} title="rows busy" unit="" layers={[{ title: 'busy', look: 'area-busy', strip: utilisation.busy }]} />}
      {traffic && <StripChart {...shared} title="bytes on their way" unit="B" layers={[{ title: 'bytes', look: 'area-amount', strip: traffic.bytes }]} />}
      {queue?.traffic && <StripChart {...shared} title={`queue of rank ${queue.receiver}`} unit="" layers={[{ title: 'messages', look: 'area-amount', strip: queue.traffic.messages }]} />}
      {counter && counter.name && <StripChart {...shared} title={counter.name} unit="" layers={[{ title: counter.name, look: 'area-amount', strip: counter.strip }]} />}
      <PortLanes {...props} />
    </div>
  );
}
