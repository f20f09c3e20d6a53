// Two values of a timer on each thread against each other.

import { plural, quantity, ticks } from '../data/numbers.ts';
import { type Run, shortName, timersBySelf } from '../data/run.ts';
import { threadLabel } from '../data/threads.ts';
import { Choice } from '../parts/Choice.tsx';
import { TimerChoice } from '../parts/TimerChoice.tsx';
import type { ViewProps } from '../state/view.ts';

const width = 640;
const height = 400;
const left = 92;
const bottom = 44;
const top = 14;
const right = 96;
const labelWidth = 100;
const labelHeight = 14;

interface Axis {
  key: string;
  title: string;
  unit: string;
  /** The column of values on threads. */
  values: number[];
}

function axesOf(run: Run): Axis[] {
  const { metrics, onThreads } = run.document;
  return [
    ...metrics.map(({ name, unit }, metric): Axis => ({ key: `self.${name}`, title: `self ${name}`, unit, values: onThreads.exclusive[metric]! })).filter((_, metric) => metric !== run.metric),
    { key: 'inclusive', title: 'total', unit: run.unit, values: onThreads.inclusive[run.metric]! },
    { key: 'calls', title: 'calls', unit: '', values: onThreads.calls },
  ];
}

/** From -1 to 1; null where one of them does not vary. */
function correlation(points: { x: number; y: number }[]): number | null {
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / Math.max(1, points.length);
  const [meanX, meanY] = [mean('x'), mean('y')];
  let [xy, xx, yy] = [0, 0, 0];
  for (const { x, y } of points) {
    xy += (x - meanX) * (y - meanY);
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : null;
}

/** Which points have room for a label to the right of them: in their order, each that meets no label before it. */
function labelled(points: [x: number, y: number][]): boolean[] {
  const taken: [number, number][] = [];
  return points.map(([x, y]) => {
    const hasRoom = taken.every(([otherX, otherY]) => Math.abs(x - otherX) > labelWidth || Math.abs(y - otherY) > labelHeight);
    if (hasRoom) {
      taken.push([x, y]);
    }
    return hasRoom;
  });
}

export function Scatter({ run, selection, change }: ViewProps) {
  const { timers, onThreads, metrics } = run.document;
  const candidates = timersBySelf(run);
  const place = selection.timer === null ? candidates[0]! : (run.timerOf.get(selection.timer) ?? candidates[0]!);
  const axes = axesOf(run);
  const axis = axes.find(({ key }) => selection.show === `scatter.${key}`) ?? axes[0]!;
  const self = onThreads.exclusive[run.metric]!;
  const points = onThreads.timer
    .map((timer, row) => ({ timer, thread: onThreads.thread[row]!, x: self[row]!, y: axis.values[row]! }))
    .filter(({ timer }) => timer === timers.id[place]);
  const most = (of: 'x' | 'y') => Math.max(0, ...points.map((point) => point[of]));
  const x = (value: number) => left + (most('x') > 0 ? (Math.max(0, value) / most('x')) * (width - left - right) : 0);
  const y = (value: number) => height - bottom - (most('y') > 0 ? (Math.max(0, value) / most('y')) * (height - bottom - top) : 0);
  const together = correlation(points);
  const hasLabel = labelled(points.map((point) => [x(point.x), y(point.y)]));
  return (
    <section>
      <h2>{`${shortName(run, place)}: ${axis.title} over self ${metrics[run.metric]!.name}, a point for each thread`}</h2>
      <div class="controls">
        <TimerChoice id="scatter-timer" run={run} value={timers.id[place]!} onChoose={(timer) => change({ timer })} />
        <Choice name="Upwards" value={`scatter.${axis.key}`} choices={axes.map(({ key, title }) => [`scatter.${key}`, title])} onChoose={(show) => change({ show })} />
      </div>
      <p class="note" role="status" data-correlation={together ?? ''}>
        {`${plural(points.length, 'thread')}${together === null ? '' : `, correlation ${together.toFixed(2)}`}. Both axes begin at zero.${hasLabel.includes(false) ? ' Labels are where they have room; the pointer shows the others.' : ''}`}
      </p>
      <div class="graph-scroller" tabIndex={0} role="region" aria-label="Values of threads">
        <svg class="scatter" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={`${axis.title} over self of ${shortName(run, place)} by thread`}>
          {ticks(most('x'), 5).map((value) => (
            <g key={`x${value}`}>
              <line class="lane-grid" x1={x(value)} x2={x(value)} y1={top} y2={height - bottom} />
              <text class="scatter-x" x={x(value)} y={height - bottom + 16}>
                {value === 0 ? '0' : quantity(value, run.unit)}
              </text>
            </g>
          ))}
          {ticks(most('y'), 5)
            .filter((value) => axis.key !== 'calls' || Number.isInteger(value))
            .map((value) => (
              <g key={`y${value}`}>
                <line class="lane-grid" x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
                <text class="scatter-y" x={left - 8} y={y(value) + 4}>
                  {value === 0 ? '0' : quantity(value, axis.unit)}
                </text>
              </g>
            ))}
          <text class="scatter-x" x={(left + width - right) / 2} y={height - 8}>{`self ${metrics[run.metric]!.name}`}</text>
          {points.map((point, order) => {
            const text = `${threadLabel(run, point.thread)}: self ${quantity(point.x, run.unit)}, ${axis.title} ${quantity(point.y, axis.unit)}`;
            return (
              <g key={point.thread} role="img" aria-label={text} data-point={point.thread} data-x={point.x} data-y={point.y}>
                <title>{text}</title>
                <circle class="interval-point" cx={x(point.x)} cy={y(point.y)} r="4" />
                {hasLabel[order] && (
                  <text class="scatter-label" x={x(point.x) + 8} y={y(point.y) + 4}>
                    {threadLabel(run, point.thread)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </section>
  );
}
