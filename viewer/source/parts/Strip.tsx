// A number over the time as an area from a zero line, on the same axis as the timeline above it.

import { quantity } from '../data/numbers.ts';
import type { Span, Strip } from '../data/window.ts';

export interface Layer {
  title: string;
  look: string;
  strip: Strip;
}

interface StripChartProps {
  title: string;
  unit: string;
  /** From the bottom up; of several the values add up. */
  layers: Layer[];
  window: Span;
  width: number;
  labelWidth: number;
  /** A moment that is marked. */
  at: number | null;
}

const height = 46;
const room = 4;

export function StripChart({ title, unit, layers, window, width, labelWidth, at }: StripChartProps) {
  const columns = layers[0]?.strip.values.length ?? 0;
  const sums: number[][] = [new Array<number>(columns).fill(0)];
  for (const { strip } of layers) {
    sums.push(sums[sums.length - 1]!.map((below, column) => below + (strip.values[column] ?? 0)));
  }
  const tops = sums[sums.length - 1]!;
  const largest = Math.max(0, ...tops);
  const x = (time: number) => labelWidth + ((time - window[0]) / (window[1] - window[0])) * (width - labelWidth);
  const y = (value: number) => height - 1 - (largest > 0 ? (value / largest) * (height - room - 1) : 0);
  const { from, to } = layers[0]?.strip ?? { from: window[0], to: window[1] };
  // Columns of a report may begin before the window and end behind it.
  const edge = (column: number) => Math.max(labelWidth, Math.min(width, x(from + ((to - from) * column) / Math.max(1, columns)))).toFixed(1);
  const area = (layer: number) => {
    const line = (values: number[], columnsIn: number[]) => columnsIn.flatMap((column) => [`${edge(column)},${y(values[column]!).toFixed(1)}`, `${edge(column + 1)},${y(values[column]!).toFixed(1)}`]);
    const forward = Array.from({ length: columns }, (_, column) => column);
    const back = line(sums[layer]!, forward).reverse();
    return [...line(sums[layer + 1]!, forward), ...back].join(' ');
  };
  /** The name of a layer stands where it is thick enough for the longest time. */
  const named = layers.flatMap((layer, place) => {
    let [first, longest, begin] = [0, 0, 0];
    for (let column = 0; column <= columns; column += 1) {
      const isThick = column < columns && y(sums[place]![column]!) - y(sums[place + 1]![column]!) >= 12;
      if (!isThick) {
        [first, longest] = column - begin > longest ? [begin, column - begin] : [first, longest];
        begin = column + 1;
      }
    }
    const middle = first + Math.floor(longest / 2);
    const isWide = Number(edge(first + longest)) - Number(edge(first)) > 50;
    return longest > 0 && isWide ? [{ title: layer.title, look: layer.look, x: Number(edge(middle)), y: (y(sums[place]![middle]!) + y(sums[place + 1]![middle]!)) / 2 }] : [];
  });
  const mean = tops.reduce((all, value) => all + value, 0) / Math.max(1, columns);
  const text = `${title}: mean ${quantity(mean, unit)}, at most ${quantity(largest, unit)}`;
  return (
    <svg class="strip" width={width} height={height} role="img" aria-label={text} data-strip={title} data-mean={mean} data-most={largest}>
      <title>{text}</title>
      <text class="strip-title" x={labelWidth - 8} y="18">
        {title}
      </text>
      <text class="strip-most" x={labelWidth - 8} y="34">
        {`0 to ${quantity(largest, unit)}`}
      </text>
      <line class="strip-zero" x1={labelWidth} x2={width} y1={height - 0.5} y2={height - 0.5} />
      {columns > 0 && layers.map((layer, place) => <polygon key={layer.title} class={`strip-area ${layer.look}`} points={area(place)} />)}
      {layers.length > 1 &&
        named.map((one) => (
          <text key={one.title} class={`strip-name strip-name-${one.look}`} x={one.x} y={one.y + 4}>
            {one.title}
          </text>
        ))}
      {at !== null && at >= window[0] && at <= window[1] && <line class="strip-at" x1={x(at)} x2={x(at)} y1="0" y2={height} />}
    </svg>
  );
}
