// Bars of parts, one row each, all as long as the whole; the numbers follow, under the names of the parts.

import { useEffect, useRef } from 'preact/hooks';
import { quantity, share } from '../data/numbers.ts';
import { offerTable } from './share.ts';

export interface Part {
  key: string;
  title: string;
  /** A class with colour and pattern, or nothing and a colour. */
  look?: string;
  fill?: string;
}

export interface StackedRow {
  key: string;
  label: string;
  values: number[];
  whole: number;
  selected?: boolean;
  onSelect?: () => void;
}

interface StackedBarsProps {
  name: string;
  unit: string;
  parts: Part[];
  rows: StackedRow[];
}

export function StackedBars({ name, unit, parts, rows }: StackedBarsProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    offerTable(area.current!, () => [['name', ...parts.map((part) => `${part.title} [${unit}]`)], ...rows.map((row) => [row.label, ...row.values.map(String)])]);
  });
  return (
    <div class="stacked-bars" ref={area} data-table="yes" role="group" aria-label={name}>
      <table>
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col" class="stacked-scale">
              <span>0 %</span>
              <span>50 %</span>
              <span>100 %</span>
            </th>
            {parts.map((part) => (
              <th scope="col" key={part.key} class="stacked-number">
                <span class={`legend-mark ${part.look ?? ''}`} style={part.fill ? { background: part.fill } : {}} />
                {part.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} class={row.selected ? 'row-selected' : ''}>
              <th scope="row">{row.onSelect ? <button onClick={row.onSelect}>{row.label}</button> : row.label}</th>
              <td class="stacked-room" aria-hidden="true">
                <span class="stacked-bar">
                  {parts.map((part, place) => (
                    <span
                      key={part.key}
                      class={`stacked-part ${part.look ?? ''}`}
                      style={{ width: `${row.whole > 0 ? (100 * row.values[place]!) / row.whole : 0}%`, ...(part.fill ? { background: part.fill } : {}) }}
                      title={`${row.label}: ${part.title} ${quantity(row.values[place]!, unit)}, ${share(row.values[place]!, row.whole)}`}
                    />
                  ))}
                </span>
              </td>
              {parts.map((part, place) => (
                <td key={part.key} class="stacked-number" data-part={part.key} data-value={row.values[place]} title={quantity(row.values[place]!, unit)}>
                  {share(row.values[place]!, row.whole)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
