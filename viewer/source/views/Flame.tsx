// Call paths as boxes: below each box those that were called from it, as wide as their inclusive value.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count, plural, quantity, share } from '../data/numbers.ts';
import { familyOf, type Relative } from '../data/families.ts';
import { byValue } from '../data/order.ts';
import { rootsOfPhase } from '../data/phases.ts';
import { chainOf, fits, nameOfPath, type Run, shortName, timersBySelf, timerOfPath } from '../data/run.ts';
import { Bars } from '../parts/Bars.tsx';
import { Choice } from '../parts/Choice.tsx';
import { PhaseChoice } from '../parts/PhaseChoice.tsx';
import { TimerChoice } from '../parts/TimerChoice.tsx';
import { heat, paintOfComponent } from '../state/theme.ts';
import type { View, ViewProps } from '../state/view.ts';

interface Box {
  /** -1: several paths that are too narrow, one by one. */
  path: number;
  above: number;
  level: number;
  left: number;
  width: number;
  hidden: number;
}

const rowHeight = 24;
const narrowest = 3;

/** The boxes for a width in pixels; paths narrower than a few pixels become one hatched box. */
export function layOut(run: Run, root: number | null, roots: number[], width: number): Box[] {
  const values = run.document.paths.inclusive[run.metric]!;
  const whole = root === null ? roots.reduce((sum, path) => sum + Math.max(0, values[path]!), 0) : values[root]!;
  const scale = whole > 0 ? width / whole : 0;
  const boxes: Box[] = [];
  const place = (paths: number[], above: number, level: number, left: number) => {
    let x = left;
    let hiddenWidth = 0;
    const wide: number[] = [];
    for (const path of paths) {
      const size = Math.max(0, values[path]!) * scale;
      if (size < narrowest) {
        hiddenWidth += size;
      } else {
        wide.push(path);
      }
    }
    for (const path of byValue(wide, (one) => values[one]!)) {
      const size = values[path]! * scale;
      boxes.push({ path, above, level, left: x, width: size, hidden: 0 });
      place(run.below.unordered(path), path, level + 1, x);
      x += size;
    }
    const hidden = paths.length - wide.length;
    if (hidden > 0) {
      boxes.push({ path: -1, above, level, left: x, width: Math.max(2, hiddenWidth), hidden });
    }
  };
  place(root === null ? roots : [root], -1, 0, 0);
  return boxes;
}

function describe(run: Run, path: number): string {
  const { paths } = run.document;
  const inclusive = paths.inclusive[run.metric]![path]!;
  return `${nameOfPath(run, path)}: total ${quantity(inclusive, run.unit)} (${share(inclusive, run.total)}), self ${quantity(paths.exclusive[run.metric]![path]!, run.unit)}, ${plural(paths.calls[path]!, 'call')}`;
}

function paintOf(run: Run, path: number, colour: string) {
  if (colour === 'heat') {
    return heat(run.total > 0 ? run.document.paths.exclusive[run.metric]![path]! / run.total : 0);
  }
  return paintOfComponent(run, run.document.timers.component[timerOfPath(run, path)]!);
}

function Flame({ run, selection, change }: ViewProps) {
  const area = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  const [focused, setFocused] = useState<number | null>(null);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(area.current!.clientWidth));
    watch.observe(area.current!);
    return () => watch.disconnect();
  }, []);
  const root = selection.path !== null && selection.path < run.document.paths.parent.length ? selection.path : null;
  const inPhase = useMemo(() => rootsOfPhase(run, selection.phase), [run, selection.phase]);
  const inclusive = run.document.paths.inclusive[run.metric]!;
  const edgeToEdge = root !== null ? inclusive[root]! : inPhase ? inPhase.reduce((sum, path) => sum + Math.max(0, inclusive[path]!), 0) : run.total;
  const boxes = layOut(run, root, inPhase ?? run.below.unordered(-1), width);
  const levels = boxes.reduce((most, box) => Math.max(most, box.level + 1), 1);
  const found = selection.search ? run.document.paths.parent.map((_, path) => path).filter((path) => fits(nameOfPath(run, path), selection.search)) : [];
  const isFound = new Set(found);
  const upwards = selection.show === 'flame';
  const topOf = (box: Box) => (upwards ? levels - 1 - box.level : box.level) * rowHeight;
  const current = focused !== null && boxes.some((box) => box.path === focused) ? focused : (boxes[0]?.path ?? null);

  function move(key: string) {
    const box = boxes.find((candidate) => candidate.path === current);
    if (!box) {
      return;
    }
    const [inwards, outwards] = upwards ? ['ArrowUp', 'ArrowDown'] : ['ArrowDown', 'ArrowUp'];
    const level = key === inwards ? box.level + 1 : key === outwards ? box.level - 1 : box.level;
    const others = boxes.filter((other) => other.level === level && other.path >= 0);
    const next =
      key === inwards
        ? others.find((other) => other.above === box.path)
        : key === outwards
          ? others.find((other) => other.path === box.above)
          : key === 'ArrowRight'
            ? others.find((other) => other.left > box.left)
            : [...others].reverse().find((other) => other.left < box.left);
    if (next) {
      setFocused(next.path);
      area.current!.querySelector<HTMLElement>(`[data-path="${next.path}"]`)?.focus();
    }
  }

  function onKey(event: KeyboardEvent) {
    if (event.key.startsWith('Arrow')) {
      move(event.key);
    } else if (event.key === 'Backspace') {
      const above = root === null ? -1 : run.document.paths.parent[root]!;
      change({ path: above < 0 ? null : above });
    } else {
      return;
    }
    event.preventDefault();
  }

  function select(path: number) {
    setFocused(path);
    change({ path: root === path ? null : path, timer: run.document.paths.timer[path]! });
  }

  const shown = focused ?? root;
  return (
    <div class="flame">
      <nav class="crumbs" aria-label="Call path">
        <button onClick={() => change({ path: null })} disabled={root === null}>
          {inPhase ? `all of ${selection.phase}` : 'all call paths'}
        </button>
        {root !== null &&
          chainOf(run, root).map((path) => (
            <button key={path} onClick={() => change({ path })} disabled={path === root}>
              {shortName(run, timerOfPath(run, path))}
            </button>
          ))}
      </nav>
      <p class="note" role="status">
        {selection.search
          ? `${plural(found.length, 'call path')} with "${selection.search}", self ${quantity(
              found.reduce((sum, path) => sum + run.document.paths.exclusive[run.metric]![path]!, 0),
              run.unit,
            )} in all; the others are pale.`
          : `Width: total ${run.document.metrics[run.metric]!.name}, ${quantity(edgeToEdge, run.unit)} from edge to edge${inPhase && root === null ? `, the calls of ${selection.phase} and what is inside` : ''}. Threads are added up. Colour: ${selection.colour === 'heat' ? 'self value, dark is more' : 'component (group)'}.`}
      </p>
      <div class="flame-area" ref={area} style={{ height: `${levels * rowHeight}px` }} onKeyDown={onKey} role="group" aria-label="Flame graph of call paths">
        {boxes.map((box) => {
          const style = { left: `${box.left}px`, top: `${topOf(box)}px`, width: `${Math.max(1, box.width - 1)}px` };
          if (box.path < 0) {
            return <span key={`hidden ${box.above}`} class="flame-box flame-hidden" style={style} title={`${plural(box.hidden, 'call path')} too narrow to show; zoom in or search`} />;
          }
          const paint = paintOf(run, box.path, selection.colour);
          return (
            <button
              key={box.path}
              data-path={box.path}
              data-value={run.document.paths.inclusive[run.metric]![box.path]}
              class={`flame-box ${selection.search && !isFound.has(box.path) ? 'flame-pale' : ''} ${selection.timer === run.document.paths.timer[box.path] ? 'flame-selected' : ''}`}
              style={{ ...style, background: paint.fill, color: paint.text }}
              title={describe(run, box.path)}
              aria-label={describe(run, box.path)}
              tabIndex={box.path === current ? 0 : -1}
              onFocus={() => setFocused(box.path)}
              onClick={() => select(box.path)}
            >
              {box.width > 30 ? shortName(run, timerOfPath(run, box.path)) : ''}
            </button>
          );
        })}
      </div>
      <p class="flame-status" aria-live="polite">
        {shown !== null && shown < run.document.paths.parent.length ? describe(run, shown) : `${count(run.document.paths.parent.length)} call paths`}
      </p>
    </div>
  );
}

function relatives(run: Run, list: Relative[], select: (timer: number) => void) {
  return list.slice(0, 24).map((one) => {
    const place = one.timer === null ? -1 : run.timerOf.get(one.timer)!;
    const name = place < 0 ? '(nobody: outermost)' : shortName(run, place);
    return {
      key: String(one.timer),
      label: name,
      value: one.value,
      text: `${quantity(one.value, run.unit)}, ${plural(one.calls, 'call')}`,
      fill: place < 0 ? 'var(--bar)' : paintOfComponent(run, run.document.timers.component[place]!).fill,
      ...(one.timer === null ? {} : { onSelect: () => select(one.timer!) }),
    };
  });
}

/** One timer between those that called it and those that it called. */
function Sandwich({ run, selection, change }: ViewProps) {
  const candidates = timersBySelf(run);
  const timer = selection.timer !== null && run.timerOf.has(selection.timer) ? selection.timer : run.document.timers.id[candidates[0]!]!;
  const family = familyOf(run, timer);
  const place = run.timerOf.get(timer)!;
  const select = (next: number) => change({ timer: next, path: null });
  const most = Math.max(family.total, 1);
  return (
    <div class="sandwich">
      <TimerChoice id="sandwich-timer" run={run} value={timer} onChoose={select} />
      <h2>{`Who called ${shortName(run, place)}`}</h2>
      <Bars name="Callers" unit={run.unit} most={most} bars={relatives(run, family.callers, select)} />
      <h2>
        {`${shortName(run, place)} itself: total `}
        <span data-fact="total" data-value={family.total}>
          {quantity(family.total, run.unit)}
        </span>
        {', self '}
        <span data-fact="self" data-value={family.self}>
          {quantity(family.self, run.unit)}
        </span>
      </h2>
      <h2>{family.callees.length > 0 ? 'Whom it called' : 'It called no other timer'}</h2>
      {family.callees.length > 0 && <Bars name="Callees" unit={run.unit} most={most} bars={relatives(run, family.callees, select)} />}
    </div>
  );
}

const choices: [string, string][] = [
  ['', 'from the top'],
  ['flame', 'from the bottom'],
  ['sandwich', 'callers and callees'],
];

export const flame: View = {
  id: 'flame',
  title: 'Flame',
  dynamic: false,
  looksAt: () => ['paths'],
  missing: (run) => (run.document.paths.parent.length === 0 ? 'No timer was started in this run.' : ''),
  show: (props) => (
    <>
      <div class="controls">
        <Choice name="Show" value={props.selection.show} choices={choices} onChoose={(show) => props.change({ show })} />
        {props.selection.show !== 'sandwich' && <PhaseChoice {...props} />}
      </div>
      {props.selection.show === 'sandwich' ? <Sandwich {...props} /> : <Flame {...props} />}
    </>
  ),
};
