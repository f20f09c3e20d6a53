// Bytes over time as a heat map: a row for each process, a column for each interval, and the sums of both at the edges.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type BytesOverTime, type Direction, movedBy } from '../data/files.ts';
import { bytes, count, duration, ticks } from '../data/numbers.ts';

const labelWidth = 92;
const sumWidth = 130;
const sumsHeight = 56;
const axisHeight = 22;
const tickWidth = 90;
const leastText = 12;
const mostRows = 256;
const narrowest = 100;

/** How much a cell stands out from the page, light or dark; the least can still be seen. */
const strength = (part: number) => 0.16 + 0.84 * part;

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** Many processes have low rows, so that all are in sight. */
function heightOf(rows: number): number {
  return rows <= 16 ? 22 : rows <= 64 ? 12 : 5;
}

const words: Record<Direction, string> = { both: 'read and written', read: 'read', written: 'written' };

/** Bars for all processes together, above the columns. */
function Sums({ values, x, each, direction }: { values: number[]; x: number; each: number; direction: Direction }) {
  const largest = Math.max(1, ...values);
  const zero = sumsHeight - 4;
  return (
    <g>
      <text class="map-label" x={x - 8} y={zero - 26}>
        all
      </text>
      <text class="map-scale" x={x - 8} y={zero - 13}>
        {`up to ${bytes(largest)}`}
      </text>
      {values.map((value, at) => {
        const height = Math.max(1, (value / largest) * (zero - 4));
        return (
          value > 0 && (
            <rect key={at} class="map-sum" x={x + at * each} y={zero - height} width={Math.max(1, each - 1)} height={height} data-sum={value}>
              <title>{`all processes: ${count(value)} B ${words[direction]}`}</title>
            </rect>
          )
        );
      })}
      <line class="map-line" x1={x} x2={x + each * values.length} y1={zero} y2={zero} />
    </g>
  );
}

function TimeAxis({ over, y, each }: { over: BytesOverTime; y: number; each: number }) {
  const whole = over.interval * over.intervals;
  const width = each * over.intervals;
  return (
    <g>
      {ticks(whole, Math.max(1, Math.floor(width / tickWidth))).map((time) => {
        const x = labelWidth + (time / whole) * width;
        return (
          <g key={time}>
            <line class="map-line" x1={x} x2={x} y1={y} y2={y + 5} />
            <text class={time === 0 ? 'map-tick map-first' : 'map-tick'} x={x} y={y + 17}>
              {duration(time * 1e-9)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Picture({ over, direction, width }: { over: BytesOverTime; direction: Direction; width: number }) {
  const shown = over.processes.slice(0, mostRows);
  const rows = shown.map((flow) => ({ process: flow.process, values: movedBy(flow, direction) }));
  const columns = Array.from({ length: over.intervals }, (_, at) => sum(over.processes.map((flow) => movedBy(flow, direction)[at]!)));
  const each = (width - labelWidth - sumWidth) / over.intervals;
  const height = heightOf(rows.length);
  const largest = Math.max(1, ...rows.flatMap(({ values }) => values));
  const largestSum = Math.max(1, ...rows.map(({ values }) => sum(values)));
  const every = Math.ceil(leastText / height);
  const bottom = sumsHeight + rows.length * height;
  const right = labelWidth + each * over.intervals + 8;
  const bar = sumWidth - 84;
  const text = `${over.module}: ${count(sum(columns))} B ${words[direction]} by ${rows.length === 1 ? 'one process' : `${over.processes.length} processes`}; at most ${count(largest)} B of one process in ${duration(over.interval * 1e-9)}`;
  return (
    <svg class="map" width={width} height={bottom + axisHeight} role="img" aria-label={text} data-map={over.module} data-bytes={sum(columns)}>
      <Sums values={columns} x={labelWidth} each={each} direction={direction} />
      {rows.map(({ process, values }, row) => {
        const y = sumsHeight + row * height;
        const all = sum(values);
        return (
          <g key={process} data-process={process} data-bytes={all}>
            {row % every === 0 && (
              <text class="map-label" x={labelWidth - 8} y={y + Math.min(height, leastText + 4) / 2 + 4}>
                {process}
              </text>
            )}
            {values.map(
              (value, at) =>
                value > 0 && (
                  <rect key={at} x={labelWidth + at * each} y={y} width={Math.max(1, each - (each > 6 ? 1 : 0))} height={height - (height > 6 ? 1 : 0)} class="map-cell" style={{ opacity: strength(value / largest) }}>
                    <title>{`${process}, ${duration(at * over.interval * 1e-9)} to ${duration((at + 1) * over.interval * 1e-9)}: ${count(value)} B ${words[direction]}`}</title>
                  </rect>
                ),
            )}
            <rect class="map-sum" x={right} y={y + 1} width={Math.max(all > 0 ? 1 : 0, (all / largestSum) * bar)} height={Math.max(1, height - 3)} />
            {row % every === 0 && (
              <text class="map-value" x={right + bar + 6} y={y + Math.min(height, leastText + 4) / 2 + 4}>
                {bytes(all)}
              </text>
            )}
          </g>
        );
      })}
      <line class="map-line" x1={labelWidth} x2={labelWidth + each * over.intervals} y1={bottom} y2={bottom} />
      <TimeAxis over={over} y={bottom} each={each} />
    </svg>
  );
}

/** Colours of the cells, from little to much. */
function Key({ largest, interval }: { largest: number; interval: number }) {
  return (
    <p class="note map-key">
      {'Cells: '}
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <span key={part} class="map-mark" style={{ opacity: strength(part) }} />
      ))}
      {` from little to ${bytes(largest)} in ${duration(interval * 1e-9)}; nothing where there is no cell. Bars above: all processes; bars to the right: the whole run.`}
    </p>
  );
}

export function ByteMap({ over, direction }: { over: BytesOverTime; direction: Direction }) {
  const area = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = area.current!;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const largest = Math.max(0, ...over.processes.flatMap((flow) => movedBy(flow, direction)));
  return (
    <>
      <Key largest={largest} interval={over.interval} />
      <div class="map-area" ref={area} tabIndex={0} role="group" aria-label="Bytes over time, by process">
        {width > labelWidth + sumWidth + narrowest && <Picture over={over} direction={direction} width={width} />}
      </div>
      {over.processes.length > mostRows && <p class="note">{`The first ${mostRows} of ${count(over.processes.length)} processes; the sums and the table below have all.`}</p>}
    </>
  );
}
