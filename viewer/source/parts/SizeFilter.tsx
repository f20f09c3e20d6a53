// Chooses messages by their size: from one class of sizes to another.

import { count } from '../data/numbers.ts';
import type { Sizes } from '../data/traffic.ts';

interface SizeFilterProps {
  classes: Sizes[];
  /** null: all. */
  sizes: Sizes | null;
  onChoose: (sizes: Sizes | null) => void;
}

function bytes(value: number): string {
  return `${count(value)} B`;
}

export function sizesText(sizes: Sizes): string {
  return sizes[0] === sizes[1] ? `of ${bytes(sizes[0])}` : `of ${count(sizes[0])} to ${bytes(sizes[1])}`;
}

export function SizeFilter({ classes, sizes, onChoose }: SizeFilterProps) {
  const first = classes[0];
  const last = classes[classes.length - 1];
  if (!first || !last || (classes.length === 1 && !sizes)) {
    return null;
  }
  const [least, most] = sizes ?? [first[0], last[1]];
  const choose = (from: number, to: number) => onChoose(from <= first[0] && to >= last[1] ? null : [from, Math.max(from, to)]);
  // What a link asks for need not be the bound of a class of this run.
  const lows = [...new Set([...classes.map(([low]) => low), least])].sort((a, b) => a - b);
  const highs = [...new Set([...classes.map(([, high]) => high), most])].sort((a, b) => a - b);
  return (
    <div class="choice" role="group" aria-label="Size of messages">
      <span class="choice-name">Size</span>
      <select aria-label="Smallest size" value={String(least)} onChange={(event) => choose(Number(event.currentTarget.value), Math.max(most, highs.find((high) => high >= Number(event.currentTarget.value)) ?? most))}>
        {lows.map((low) => (
          <option key={low} value={String(low)}>
            {`from ${bytes(low)}`}
          </option>
        ))}
      </select>
      <select aria-label="Largest size" value={String(most)} onChange={(event) => choose(Math.min(least, [...lows].reverse().find((low) => low <= Number(event.currentTarget.value)) ?? least), Number(event.currentTarget.value))}>
        {highs.map((high) => (
          <option key={high} value={String(high)}>
            {`to ${bytes(high)}`}
          </option>
        ))}
      </select>
      {sizes && <button onClick={() => onChoose(null)}>all sizes</button>}
    </div>
  );
}
