// The timelines of all runs one below the other, each from its own begin, on one axis of time.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageDocument, RunDocument } from '../data/document.ts';
import { plainLines } from '../data/groups.ts';
import { duration, plural, share } from '../data/numbers.ts';
import { type Picture, pictureOf } from '../data/timeline.ts';
import { wholeOf, type Span } from '../data/window.ts';
import { drawScene, heightOf, labelWidth, type Scene, statePaints } from '../parts/timelinePicture.ts';
import { useLatest } from '../state/latest.ts';
import type { ViewProps } from '../state/view.ts';
import { inkOf } from './Timeline.tsx';

const mostRows = 8;

/** A part of one run: from so many ns after its begin on. */
function OneRun({ run, place, from, length, width }: { run: RunDocument; place: number; from: number; length: number; width: number }) {
  const data = run.timeline!;
  const canvas = useRef<HTMLCanvasElement>(null);
  const begin = wholeOf(data)[0];
  const window: Span = [begin + from, begin + from + length];
  const lines = plainLines(data, mostRows);
  const own: Span = [Math.max(window[0], data.from), Math.max(Math.min(window[1], wholeOf(data)[1]), Math.max(window[0], data.from) + 1)];
  const isThere = window[0] < wholeOf(data)[1];
  const columns = Math.max(50, Math.round(((own[1] - own[0]) / length) * Math.max(100, width - labelWidth)));
  const [picture, problem] = useLatest<Picture | null>(async (signal) => (width > 0 && isThere ? pictureOf(data, { run: place, window: own, lines, columns }, signal) : null), [data, own.join(), width]);
  useEffect(() => {
    if (picture && canvas.current) {
      const scene: Scene = { data, picture: { ...picture, calls: null, messages: null }, window, lines, cursor: null, at: null, hits: [], origin: begin, byState: true, paint: () => statePaints['busy']!, width, ink: inkOf(canvas.current) };
      drawScene(canvas.current, scene);
    }
  });
  const sums = picture ? (['busy', 'overhead', 'idle'] as const).map((state) => picture.tile.rows.reduce((all, row) => all + row[state].reduce((sum, value) => sum + value, 0), 0)) : [0, 0, 0];
  const all = (own[1] - own[0]) * lines.length;
  return (
    <section>
      <h2>{run.name}</h2>
      <p class="note" data-run={run.name} data-length={data.to - data.from}>
        {problem || `${duration((data.to - data.from) * 1e-9)} long, ${plural(data.rows.length, 'row')}${data.rows.length > mostRows ? ` (the first ${mostRows})` : ''}; in sight busy ${share(sums[0]!, all)}, overhead ${share(sums[1]!, all)}, idle ${share(sums[2]!, all)}`}
      </p>
      <canvas ref={canvas} role="img" aria-label={`Timeline of ${run.name} by state`} style={{ width: `${width}px`, height: `${heightOf(lines.length)}px` }} />
    </section>
  );
}

export function CompareTimelines({ document, selection, change }: { document: PageDocument } & Pick<ViewProps, 'selection' | 'change'>) {
  const area = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(area.current!.clientWidth));
    watch.observe(area.current!);
    return () => watch.disconnect();
  }, []);
  const runs = document.runs.map((run, place) => ({ run, place })).filter(({ run }) => run.timeline);
  const longest = Math.max(1, ...runs.map(({ run }) => wholeOf(run.timeline!)[1] - wholeOf(run.timeline!)[0]));
  const own = document.runs[selection.run]?.timeline;
  const first = own ? wholeOf(own)[0] : 0;
  const [from, length] = selection.window ? [Math.max(0, selection.window[0] - first), selection.window[1] - selection.window[0]] : [0, longest];
  const zoom = (factor: number) => {
    const [middle, size] = [from + length / 2, Math.min(longest, length * factor)];
    const begin = Math.max(0, Math.min(middle - size / 2, longest - size));
    change({ window: size >= longest ? null : [Math.round(first + begin), Math.round(first + begin + size)] }, true);
  };
  const shift = (part: number) => {
    const begin = Math.max(0, Math.min(from + part * length, longest - length));
    change({ window: length >= longest ? null : [Math.round(first + begin), Math.round(first + begin + length)] }, true);
  };
  const keys: Record<string, () => void> = { '+': () => zoom(0.5), '-': () => zoom(2), '0': () => change({ window: null }, true), ArrowLeft: () => shift(-0.25), ArrowRight: () => shift(0.25) };
  return (
    <div
      ref={area}
      class="aligned"
      tabIndex={0}
      role="group"
      aria-label="Timelines of all runs; plus and minus zoom, left and right move, 0 shows all"
      onKeyDown={(event) => {
        const action = keys[event.key];
        if (action) {
          event.preventDefault();
          event.stopPropagation();
          action();
        }
      }}
    >
      {runs.length === 0 && <p class="empty">None of these runs has a trace. gantry run --trace drain and gantry exec --trace drain keep one.</p>}
      {runs.length > 0 && <p class="note" role="status">{`From ${duration(from * 1e-9)} to ${duration((from + length) * 1e-9)} after the begin of each trace. Blue: busy, red with stripes: overhead, yellow with stripes: idle.`}</p>}
      {runs.map(({ run, place }) => (
        <OneRun key={place} run={run} place={place} from={from} length={length} width={width} />
      ))}
    </div>
  );
}
