// Lanes over one axis of time.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Lane, Segment } from '../data/history.ts';
import { count, duration, plural, ticks } from '../data/numbers.ts';

interface LanesProps {
  lanes: Lane[];
  whole: [number, number];
  window: [number, number] | null;
  onWindow: (window: [number, number] | null) => void;
  /** A moment that is marked; null: none. */
  at: number | null;
}

const laneHeight = 22;
const axisHeight = 22;
const labelWidth = 300;
const narrowest = 3;
const columnWidth = 3;
const fills = ['#56b4e9', '#e69f00', '#009e73', '#f0e442', '#cc79a7', '#d55e00', '#8fa8ff'];

/** The moments of a lane by column of some pixels: how many, and how many of them were not good. */
function columnsOf(lane: Lane, [from, to]: [number, number], width: number): Map<number, { all: number; bad: number }> {
  const columns = new Map<number, { all: number; bad: number }>();
  for (const moment of lane.moments) {
    if (moment.at >= from && moment.at <= to) {
      const column = Math.floor((((moment.at - from) / (to - from)) * width) / columnWidth);
      const known = columns.get(column) ?? { all: 0, bad: 0 };
      known.all += 1;
      known.bad += moment.good ? 0 : 1;
      columns.set(column, known);
    }
  }
  return columns;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}\u2026`;
}

/** The package of a class is left out; of what is too long, the middle. */
export function labelOf(title: string, most = 46): string {
  const text = title.replace(/^(?:[a-z]\w*\.)+(?=[A-Z])/, '');
  return text.length <= most ? text : `${text.slice(0, most / 2)}\u2026${text.slice(1 - most / 2)}`;
}

interface Drawn extends Segment {
  left: number;
  width: number;
  /** How many it stands for. */
  many: number;
}

/** The segments in pixels; neighbours that are too narrow become one. */
function drawnSegments(lane: Lane, span: [number, number], x: (time: number) => number, width: number): Drawn[] {
  const drawn: Drawn[] = [];
  for (const segment of lane.segments) {
    if (segment.to < span[0] || segment.from > span[1]) {
      continue;
    }
    const left = Math.max(-2, x(segment.from));
    const size = Math.max(0, Math.min(width + 2, x(segment.to)) - left);
    const before = drawn[drawn.length - 1];
    if (size < narrowest && before && before.many > 0 && before.width < narrowest * before.many) {
      before.many += 1;
      before.to = segment.to;
      before.width = left + size - before.left;
    } else {
      drawn.push({ ...segment, left, width: size, many: 1 });
    }
  }
  return drawn;
}

/** Round times in the span. */
function timesIn([from, to]: [number, number], most: number): number[] {
  const step = ticks(to - from, most)[1] ?? to - from;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => (first + index) * step);
}

/** A time on the axis, without more digits than the step needs. */
function timeText(time: number, span: number): string {
  const [factor, unit] = span >= 2e9 ? [1e-9, 's'] : span >= 2e6 ? [1e-6, 'ms'] : span >= 2e3 ? [1e-3, 'us'] : [1, 'ns'];
  return `${Number((time * factor).toPrecision(6))} ${unit}`;
}

export function Lanes({ lanes, whole, window, onWindow, at }: LanesProps) {
  const area = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(1000);
  const [drag, setDrag] = useState<[number, number] | null>(null);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setRoom(area.current!.clientWidth));
    watch.observe(area.current!);
    return () => watch.disconnect();
  }, []);
  const span = window ?? whole;
  const width = Math.max(100, room - labelWidth - 12);
  const x = (time: number) => ((time - span[0]) / (span[1] - span[0])) * width;
  const timeAt = (event: MouseEvent) => {
    const left = area.current!.getBoundingClientRect().left + labelWidth;
    return span[0] + (Math.max(0, Math.min(width, event.clientX - left)) / width) * (span[1] - span[0]);
  };
  const set = (from: number, to: number) => {
    const bounded: [number, number] = [Math.round(Math.max(whole[0], from)), Math.round(Math.min(whole[1], to))];
    if (bounded[1] - bounded[0] >= 1000) {
      onWindow(bounded[0] <= whole[0] && bounded[1] >= whole[1] ? null : bounded);
    }
  };
  const providers = [...new Set(lanes.flatMap((lane) => lane.segments.map((segment) => segment.text)))];
  const onKey = (event: KeyboardEvent) => {
    const length = span[1] - span[0];
    const middle = (span[0] + span[1]) / 2;
    if (event.key === '+' || event.key === '=') {
      set(middle - length / 4, middle + length / 4);
    } else if (event.key === '-') {
      set(middle - length, middle + length);
    } else if (event.key === '0') {
      onWindow(null);
    } else if (event.key === 'ArrowLeft' && span[0] > whole[0]) {
      const step = Math.min(length / 4, span[0] - whole[0]);
      set(span[0] - step, span[1] - step);
    } else if (event.key === 'ArrowRight' && span[1] < whole[1]) {
      const step = Math.min(length / 4, whole[1] - span[1]);
      set(span[0] + step, span[1] + step);
    } else {
      return;
    }
    event.preventDefault();
  };
  const height = axisHeight + lanes.length * laneHeight;
  return (
    <div
      class="lanes"
      ref={area}
      tabIndex={0}
      role="group"
      aria-label={`Changes and decisions from ${duration(span[0] * 1e-9)} to ${duration(span[1] * 1e-9)}; arrows move, plus and minus zoom, 0 shows all`}
      onKeyDown={onKey}
      onMouseDown={(event) => {
        const at = timeAt(event);
        setDrag([at, at]);
        event.preventDefault();
        area.current!.focus();
      }}
      onMouseMove={(event) => drag && setDrag([drag[0], timeAt(event)])}
      onMouseUp={(event) => {
        if (drag) {
          const at = timeAt(event);
          if (Math.abs(x(at) - x(drag[0])) > 4) {
            set(Math.min(drag[0], at), Math.max(drag[0], at));
          }
          setDrag(null);
        }
      }}
      onMouseLeave={() => setDrag(null)}
    >
      <svg width={room} height={height} role="img" aria-label="Lanes of ports and candidates over time">
        <defs>
          <pattern id="lanes-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line class="lane-hatch" x1="0" y1="0" x2="0" y2="6" />
          </pattern>
          <clipPath id="lanes-clip">
            <rect x={labelWidth} y="0" width={width} height={height} />
          </clipPath>
        </defs>
        {timesIn(span, Math.max(2, Math.floor(width / 90))).map((time) => (
          <g key={time}>
            <line class="lane-grid" x1={labelWidth + x(time)} x2={labelWidth + x(time)} y1={axisHeight - 4} y2={height} />
            <text class="lane-tick" x={labelWidth + x(time)} y={14}>
              {timeText(time, span[1] - span[0])}
            </text>
          </g>
        ))}
        {lanes.map((lane, index) => {
          const top = axisHeight + index * laneHeight;
          return (
            <g key={`${lane.kind} ${lane.title}`} data-lane={lane.title}>
              <text class="lane-label" x={labelWidth - 8} y={top + 15}>
                {labelOf(lane.title)}
                <title>{lane.title}</title>
              </text>
              <g clip-path="url(#lanes-clip)">
                {drawnSegments(lane, span, x, width).map((segment) => (
                  <g key={segment.from}>
                    <rect
                      class={segment.many > 1 ? 'lane-many' : ''}
                      x={labelWidth + segment.left}
                      y={top + 3}
                      width={Math.max(1, segment.width - 1)}
                      height={laneHeight - 6}
                      style={segment.many > 1 ? {} : { fill: fills[providers.indexOf(segment.text) % fills.length]! }}
                    >
                      <title>{`${lane.title} ${segment.many > 1 ? `changed ${plural(segment.many, 'time')}` : `connected to ${segment.text}`} from ${duration(segment.from * 1e-9)} to ${duration(segment.to * 1e-9)}`}</title>
                    </rect>
                    {segment.width > 40 && segment.many === 1 && (
                      <text class="lane-text" x={labelWidth + segment.left + 5} y={top + 15}>
                        {shorten(segment.text, Math.floor(segment.width / 7))}
                      </text>
                    )}
                  </g>
                ))}
                {[...columnsOf(lane, span, width)].map(([column, { all, bad }]) => (
                  <rect key={column} class={bad > 0 ? 'moment-bad' : 'moment'} x={labelWidth + column * columnWidth} y={top + (bad > 0 ? 2 : 6)} width={columnWidth - 1} height={laneHeight - (bad > 0 ? 4 : 12)}>
                    <title>{`${lane.title}: ${plural(all, 'decision')}${bad > 0 ? `, ${count(bad)} of them not completed` : ''}`}</title>
                  </rect>
                ))}
              </g>
            </g>
          );
        })}
        {at !== null && at >= span[0] && at <= span[1] && <line class="strip-at" x1={labelWidth + x(at)} x2={labelWidth + x(at)} y1="0" y2={height} />}
        {drag && <rect class="lane-drag" x={labelWidth + Math.min(x(drag[0]), x(drag[1]))} y="0" width={Math.abs(x(drag[1]) - x(drag[0]))} height={height} />}
      </svg>
    </div>
  );
}

