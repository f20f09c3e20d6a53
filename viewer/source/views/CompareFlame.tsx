// The call paths of two sets of runs in one flame graph: as wide as both together, coloured by what became more or less.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type ComparedRow, type Comparison, type DifferencePath, intervalWords, isChange, pathsOf, signed, signedPercent, verdictWord } from '../data/comparison.ts';
import { count, plural, quantity } from '../data/numbers.ts';
import { fits } from '../data/run.ts';
import type { ViewProps } from '../state/view.ts';

const rowHeight = 24;
const narrowest = 3;

interface Box {
  row: number;
  level: number;
  left: number;
  width: number;
  hidden: number;
}

function layOut(paths: DifferencePath[], rows: ComparedRow[], width: number): Box[] {
  const boxes: Box[] = [];
  const sizeOf = ({ row }: DifferencePath) => Math.max(0, rows[row]!.before) + Math.max(0, rows[row]!.after);
  const whole = paths.reduce((sum, path) => sum + sizeOf(path), 0);
  const place = (list: DifferencePath[], level: number, left: number) => {
    let x = left;
    let [hidden, hiddenWidth] = [0, 0];
    for (const path of list) {
      const size = whole > 0 ? (sizeOf(path) / whole) * width : 0;
      if (size < narrowest) {
        hidden += 1;
        hiddenWidth += size;
        continue;
      }
      boxes.push({ row: path.row, level, left: x, width: size, hidden: 0 });
      place(path.below, level + 1, x);
      x += size;
    }
    if (hidden > 0) {
      boxes.push({ row: -1, level, left: x, width: Math.max(2, hiddenWidth), hidden });
    }
  };
  place(paths, 0, 0);
  return boxes;
}

/** From grey to orange for more, to blue for less; pale where it may be noise. */
function paint(part: number, isSure: boolean): { background: string; color: string } {
  const size = Math.min(1, Math.sqrt(Math.abs(part))) * (isSure ? 1 : 0.35);
  const lightness = Math.round(90 - 45 * size);
  return { background: size < 0.05 ? '#dcdcdc' : `hsl(${part > 0 ? 27 : 203} ${Math.round(40 + 55 * size)}% ${lightness}%)`, color: lightness < 56 && part < 0 ? '#fff' : '#000' };
}

function describe(row: ComparedRow, unit: string): string {
  const change = row.before > 0 ? `${signedPercent(row.relative)} (${intervalWords(row)})` : row.after > 0 ? 'new' : '';
  // It begins with what is seen in the box.
  return `${row.name} ${signed(row.difference, unit)}: total ${quantity(row.before, unit)} before, ${quantity(row.after, unit)} after${change ? `, ${change}` : ''}: ${verdictWord(row.verdict, unit)}; calls ${count(row.callsBefore)} and ${count(row.callsAfter)}`;
}

/** comparison: of inclusive values. timerOf: the timer of a row in the run that is looked at; null: it has none. */
export function CompareFlame({ comparison, timerOf, selection, change }: { comparison: Comparison; timerOf: (row: ComparedRow) => number | null } & Pick<ViewProps, 'selection' | 'change'>) {
  const area = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  const [focused, setFocused] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(area.current!.clientWidth));
    watch.observe(area.current!);
    return () => watch.disconnect();
  }, []);
  const { rows, unit } = comparison;
  const paths = useMemo(() => pathsOf(rows), [rows]);
  const boxes = useMemo(() => layOut(paths, rows, width), [paths, width]);
  const drawn = boxes.filter((box) => box.hidden === 0);
  const most = Math.max(1, ...drawn.map(({ row }) => Math.abs(rows[row]!.difference)));
  const levels = boxes.reduce((all, box) => Math.max(all, box.level + 1), 1);
  const current = Math.min(focused, drawn.length - 1);
  const move = (event: KeyboardEvent) => {
    const box = drawn[current];
    const wanted: Record<string, (other: Box) => boolean> = box
      ? {
          ArrowDown: (other) => other.level === box.level + 1 && other.left >= box.left - 0.5 && other.left < box.left + box.width,
          ArrowUp: (other) => other.level === box.level - 1 && other.left <= box.left + 0.5 && other.left + other.width > box.left,
          ArrowRight: (other) => other.level === box.level && other.left > box.left,
          ArrowLeft: (other) => other.level === box.level && other.left < box.left,
        }
      : {};
    const fit = wanted[event.key];
    if (!fit) {
      return;
    }
    event.preventDefault();
    const found = event.key === 'ArrowLeft' ? [...drawn].reverse().find(fit) : drawn.find(fit);
    if (found) {
      setFocused(drawn.indexOf(found));
      area.current!.querySelectorAll<HTMLElement>('button')[drawn.indexOf(found)]?.focus();
    }
  };
  return (
    <div class="flame">
      <p class="note" role="status">{`Width: total before and after together. Orange and hatched: more than before; blue: less; grey: the same; pale: not more than noise. The strongest colour is ${quantity(most, unit)}.`}</p>
      <div class="flame-area" ref={area} style={{ height: `${levels * rowHeight}px` }} onKeyDown={move} role="group" aria-label="Difference flame graph">
        {drawn.map((box, place) => {
          const row = rows[box.row]!;
          const timer = timerOf(row);
          const part = row.difference / most;
          return (
            <button
              key={place}
              class={`flame-box ${part > 0.0025 && isChange(row.verdict) ? 'flame-more' : ''} ${selection.search && !fits(row.name, selection.search) ? 'flame-pale' : ''} ${timer !== null && selection.timer === timer ? 'flame-selected' : ''}`}
              style={{ left: `${box.left}px`, top: `${box.level * rowHeight}px`, width: `${Math.max(1, box.width - 1)}px`, ...paint(part, isChange(row.verdict)) }}
              title={describe(row, unit)}
              aria-label={describe(row, unit)}
              data-before={row.before}
              data-after={row.after}
              data-verdict={row.verdict}
              tabIndex={place === current ? 0 : -1}
              onFocus={() => setFocused(place)}
              onClick={() => timer !== null && change({ timer, path: null })}
            >
              {box.width > 30 ? `${row.name} ${box.width > 140 ? signed(row.difference, unit) : ''}` : ''}
            </button>
          );
        })}
        {boxes
          .filter((box) => box.hidden > 0)
          .map((box, place) => (
            <span key={`hidden${place}`} class="flame-box flame-hidden" style={{ left: `${box.left}px`, top: `${box.level * rowHeight}px`, width: `${Math.max(1, box.width - 1)}px` }} title={`${plural(box.hidden, 'call path')} too narrow to show`} />
          ))}
      </div>
      <p class="flame-status" aria-live="polite">
        {drawn[current] ? describe(rows[drawn[current].row]!, unit) : 'no call paths'}
      </p>
    </div>
  );
}
