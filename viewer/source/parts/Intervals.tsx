// Estimates with their uncertainty: a point for what is expected, a line for where it is with 95 %, a mark for what was measured.

import { quantity, ticks } from '../data/numbers.ts';
import { labelOf } from './Lanes.tsx';

export interface Interval {
  key: string;
  label: string;
  /** 0: nothing is known. */
  expected: number;
  low: number;
  /** null: no bound. */
  high: number | null;
  measured?: number | null;
  note: string;
  chosen?: boolean;
}

const rowHeight = 24;

export function Intervals({ name, unit, intervals, width }: { name: string; unit: string; intervals: Interval[]; width: number }) {
  const labelWidth = Math.min(290, Math.round(width * 0.4));
  const noteWidth = Math.min(230, Math.round(width * 0.27));
  const known = intervals.filter((one) => one.expected > 0);
  const largest = Math.max(0, ...known.map((one) => Math.min(one.high ?? one.expected * 2, one.expected * 4)), ...intervals.map((one) => one.measured ?? 0));
  const room = Math.max(120, width - labelWidth - noteWidth);
  const x = (value: number) => labelWidth + (largest > 0 ? Math.min(1, value / largest) * room : 0);
  const height = intervals.length * rowHeight + 22;
  return (
    <svg class="intervals" width={labelWidth + room + noteWidth} height={height} role="group" aria-label={name}>
      {ticks(largest, Math.max(2, Math.floor(room / 90))).map((value) => (
        <g key={value}>
          <line class="lane-grid" x1={x(value)} x2={x(value)} y1="18" y2={height} />
          <text class="lane-tick" x={x(value)} y="12">
            {value === 0 ? '0' : quantity(value, unit)}
          </text>
        </g>
      ))}
      {intervals.map((one, place) => {
        const y = 22 + place * rowHeight + rowHeight / 2;
        const text = `${one.label}: ${one.expected > 0 ? `expected ${quantity(one.expected, unit)}, with 95 % from ${quantity(one.low, unit)}${one.high === null ? ' up' : ` to ${quantity(one.high, unit)}`}` : 'nothing is known yet'}${one.measured ? `, measured ${quantity(one.measured, unit)}` : ''}. ${one.note}`;
        return (
          <g key={one.key} role="img" aria-label={text} data-interval={one.label} data-expected={one.expected} data-low={one.low} data-high={one.high ?? ''} data-measured={one.measured ?? ''}>
            <title>{text}</title>
            <text class={one.chosen ? 'interval-label interval-chosen' : 'interval-label'} x={labelWidth - 8} y={y + 4}>
              {labelOf(one.label, 2 * Math.floor(labelWidth / 15.5))}
            </text>
            {one.expected > 0 && (
              <>
                <line class="interval-line" x1={x(one.low)} x2={x(one.high ?? largest)} y1={y} y2={y} />
                <circle class="interval-point" cx={x(one.expected)} cy={y} r="4" />
              </>
            )}
            {one.measured !== null && one.measured !== undefined && <path class="interval-measured" d={`M${x(one.measured)} ${y - 8}v16`} />}
            <text class="interval-note" x={labelWidth + room + 10} y={y + 4}>
              {one.expected > 0 ? `${quantity(one.expected, unit)}${one.note ? `, ${one.note}` : ''}` : one.note || 'not tried'}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
