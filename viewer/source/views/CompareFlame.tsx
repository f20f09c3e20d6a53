// The call paths of two runs in one flame graph: as wide as both together, coloured by what became more or less.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count, plural, quantity } from '../data/numbers.ts';
import { type DifferencePath, differencePaths } from '../data/difference.ts';
import { fits, type Run } from '../data/run.ts';
import type { ViewProps } from '../state/view.ts';

const rowHeight = 24;
const narrowest = 3;

interface Box {
  node: DifferencePath;
  level: number;
  left: number;
  width: number;
  hidden: number;
}

function layOut(root: DifferencePath, width: number): Box[] {
  const boxes: Box[] = [];
  const whole = root.before + root.after;
  const place = (node: DifferencePath, level: number, left: number) => {
    let x = left;
    let [hidden, hiddenWidth] = [0, 0];
    for (const below of node.below) {
      const size = whole > 0 ? ((below.before + below.after) / whole) * width : 0;
      if (size < narrowest) {
        hidden += 1;
        hiddenWidth += size;
        continue;
      }
      boxes.push({ node: below, level, left: x, width: size, hidden: 0 });
      place(below, level + 1, x);
      x += size;
    }
    if (hidden > 0) {
      boxes.push({ node, level, left: x, width: Math.max(2, hiddenWidth), hidden });
    }
  };
  place(root, 0, 0);
  return boxes;
}

/** From grey to orange for more, to blue for less. */
function paint(part: number): { background: string; color: string } {
  const size = Math.min(1, Math.sqrt(Math.abs(part)));
  const lightness = Math.round(90 - 45 * size);
  return { background: size < 0.05 ? '#dcdcdc' : `hsl(${part > 0 ? 27 : 203} ${Math.round(40 + 55 * size)}% ${lightness}%)`, color: lightness < 56 && part < 0 ? '#fff' : '#000' };
}

export function signed(value: number, unit: string): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${quantity(Math.abs(value), unit)}`;
}

function describe(node: DifferencePath, unit: string): string {
  const change = node.before > 0 ? ` (${node.after >= node.before ? '+' : ''}${((100 * (node.after - node.before)) / node.before).toFixed(1)} %)` : node.after > 0 ? ' (new)' : '';
  return `${node.name}: total ${quantity(node.before, unit)} before, ${quantity(node.after, unit)} after, ${signed(node.after - node.before, unit)}${change}; calls ${count(node.callsBefore)} and ${count(node.callsAfter)}`;
}

export function CompareFlame({ before, after, selection, change }: { before: Run; after: Run } & Pick<ViewProps, 'selection' | 'change'>) {
  const area = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  const [focused, setFocused] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(area.current!.clientWidth));
    watch.observe(area.current!);
    return () => watch.disconnect();
  }, []);
  const root = useMemo(() => differencePaths(before, after), [before, after]);
  const boxes = useMemo(() => layOut(root, width), [root, width]);
  const drawn = boxes.filter((box) => box.hidden === 0);
  const most = Math.max(1, ...drawn.map(({ node }) => Math.abs(node.after - node.before)));
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
      <p class="note" role="status">{`Width: total of both runs together. Orange and hatched: more than before; blue: less; grey: the same. The strongest colour is ${quantity(most, after.unit)}.`}</p>
      <div class="flame-area" ref={area} style={{ height: `${levels * rowHeight}px` }} onKeyDown={move} role="group" aria-label="Difference flame graph">
        {drawn.map((box, place) => {
          const { node } = box;
          const part = (node.after - node.before) / most;
          return (
            <button
              key={place}
              class={`flame-box ${part > 0.0025 ? 'flame-more' : ''} ${selection.search && !fits(node.name, selection.search) ? 'flame-pale' : ''} ${node.timer !== null && selection.timer === node.timer ? 'flame-selected' : ''}`}
              style={{ left: `${box.left}px`, top: `${box.level * rowHeight}px`, width: `${Math.max(1, box.width - 1)}px`, ...paint(part) }}
              title={describe(node, after.unit)}
              aria-label={describe(node, after.unit)}
              data-before={node.before}
              data-after={node.after}
              tabIndex={place === current ? 0 : -1}
              onFocus={() => setFocused(place)}
              onClick={() => node.timer !== null && change({ timer: node.timer, path: null })}
            >
              {box.width > 30 ? `${node.label} ${box.width > 140 ? signed(node.after - node.before, after.unit) : ''}` : ''}
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
        {drawn[current] ? describe(drawn[current].node, after.unit) : 'no call paths'}
      </p>
    </div>
  );
}
