// Horizontal bars from a zero line, with their values beside them and an axis with its unit on top.

import { useEffect, useRef } from 'preact/hooks';
import { quantity, ticks } from '../data/numbers.ts';
import { offerTable } from './share.ts';

export interface Bar {
  key: string;
  label: string;
  /** In a table that is copied or saved, where the label is shortened. */
  name?: string;
  title?: string;
  value: number;
  /** Instead of the value with its unit. */
  text?: string;
  fill?: string;
  selected?: boolean;
  onSelect?: () => void;
}

interface BarsProps {
  name: string;
  unit: string;
  bars: Bar[];
  /** A line across all bars, such as the mean. */
  mark?: { value: number; label: string };
  most?: number;
}

export function Bars({ name, unit, bars, mark, most }: BarsProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    offerTable(area.current!, () => [['name', unit ? `value [${unit}]` : 'value'], ...bars.map((bar) => [bar.name ?? bar.label, String(bar.value)])]);
  });
  const largest = Math.max(most ?? 0, ...bars.map((bar) => bar.value), mark?.value ?? 0);
  // Counts have no halves.
  const marks = ticks(largest, 4).filter((value) => unit !== '' || Number.isInteger(value));
  const letters = Math.max(8, ...bars.map((bar) => bar.label.length));
  const place = (value: number) => `${largest > 0 ? (100 * Math.max(0, value)) / largest : 0}%`;
  return (
    <div class="bars" ref={area} data-table="yes" role="group" aria-label={name} style={{ '--letters': String(letters) }}>
      <div class="bars-axis" aria-hidden="true">
        <span />
        <span class="bars-scale">
          {marks.map((value) => (
            <span key={value} class="bars-tick" style={{ left: place(value) }}>
              {value === 0 ? '0' : quantity(value, unit)}
            </span>
          ))}
        </span>
        <span />
      </div>
      <ol>
        {bars.map((bar) => {
          const text = bar.text ?? quantity(bar.value, unit);
          const content = (
            <>
              <span class="bar-label">{bar.label}</span>
              <span class="bar-area">
                {mark && <span class="bar-mark" style={{ left: place(mark.value) }} />}
                <span class="bar-fill" style={{ width: place(bar.value), background: bar.fill ?? 'var(--bar)' }} />
              </span>
              <span class="bar-value" data-value={bar.value}>
                {text}
              </span>
            </>
          );
          return (
            <li key={bar.key}>
              {bar.onSelect ? (
                <button
                  class={bar.selected ? 'bar bar-selected' : 'bar'}
                  title={bar.title ?? bar.label}
                  aria-pressed={bar.selected ?? false}
                  onClick={bar.onSelect}
                >
                  {content}
                </button>
              ) : (
                <div class="bar" title={bar.title ?? bar.label}>
                  {content}
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {mark && <p class="note">{`Line: ${mark.label} ${quantity(mark.value, unit)}`}</p>}
    </div>
  );
}
