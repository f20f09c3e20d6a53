// What each thread did over the time: exact shares of each pixel column, or single calls where they fit.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count, duration, plural, share } from '../data/numbers.ts';
import { type Run, shortName, timersBySelf } from '../data/run.ts';
import { neighbour, type Picture, pictureOf, type Total, totalsOf, type TimelineData, stackAt, type Call } from '../data/timeline.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { axisHeight, drawScene, heightOf, labelWidth, rowHeight, type Scene, shownText, statePaints, timeText, under } from '../parts/timelinePicture.ts';
import { others, type Paint, palette } from '../state/theme.ts';
import type { View, ViewProps } from '../state/view.ts';

const mostRows = 24;
const narrowest = 10;

/** The timers with the largest self values have colours of their own. */
function painted(run: Run): [timer: number, paint: Paint][] {
  return timersBySelf(run).slice(0, palette.length).map((timer, place) => [timer, palette[place]!]);
}

/** What a timer is called in the document: its name, and its type where it has one. */
function keyOf(name: string, component: string): string {
  return component ? `${name} ${component}` : name;
}

function Legend({ run, byState }: { run: Run; byState: boolean }) {
  const entries: [string, Paint][] = byState ? Object.entries(statePaints) : [...painted(run).map(([timer, paint]): [string, Paint] => [shortName(run, timer), paint]), ...(run.document.timers.id.length > palette.length ? ([['others', others]] as [string, Paint][]) : [])];
  return (
    <ul class="legend" aria-label="Colours">
      {entries.map(([name, paint]) => (
        <li key={name}>
          <span class="legend-mark" style={{ background: paint.fill }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function stateColumn(key: 'busy' | 'idle' | 'overhead', totals: Total[], length: number): TableColumn {
  return { key, title: key, unit: 'ns', number: true, value: (row) => totals[row]![key], part: (row) => totals[row]![key] / length, text: (value) => `${duration(Number(value) * 1e-9)} (${share(Number(value), length)})` };
}

function totalColumns(data: TimelineData, totals: Total[], length: number): TableColumn[] {
  return [
    { key: 'where', title: 'row', value: (row) => data.rows[totals[row]!.row]!.label },
    stateColumn('busy', totals, length),
    stateColumn('idle', totals, length),
    stateColumn('overhead', totals, length),
    { key: 'records', title: 'starts and stops', number: true, value: (row) => totals[row]!.records, text: (value) => count(Number(value)) },
    { key: 'name', title: 'longest', wide: true, value: (row) => totals[row]!.name },
  ];
}

function callColumns(data: TimelineData, calls: Call[], span: number): TableColumn[] {
  return [
    { key: 'where', title: 'row', value: (row) => data.rows[calls[row]!.row]!.label },
    { key: 'start', title: 'start', unit: 'ns', number: true, value: (row) => calls[row]!.start, text: (value) => timeText(Number(value), span) },
    { key: 'duration', title: 'duration', unit: 'ns', number: true, value: (row) => calls[row]!.end - calls[row]!.start },
    { key: 'depth', title: 'depth', number: true, value: (row) => calls[row]!.depth },
    { key: 'state', title: 'state', value: (row) => calls[row]!.state },
    { key: 'name', title: 'call', wide: true, value: (row) => calls[row]!.name },
  ];
}

/** Only the newest request counts; the one before is given up. */
function useLatest<Value>(ask: (signal: AbortSignal) => Promise<Value>, keys: unknown[]): [Value | null, string] {
  const [value, set] = useState<Value | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const control = new AbortController();
    ask(control.signal).then(
      (found) => {
        if (!control.signal.aborted) {
          set(() => found);
          setProblem('');
        }
      },
      (error: Error) => control.signal.aborted || setProblem(error.message),
    );
    return () => control.abort();
  }, keys);
  return [value, problem];
}

function inkOf(element: Element): Scene['ink'] {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return { text: read('--text'), quiet: read('--quiet'), line: read('--line'), accent: read('--accent') };
}

function Timeline({ run, selection, change }: ViewProps) {
  const data = run.document.timeline!;
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState('');
  const [stack, setStack] = useState<string>('');
  const whole: [number, number] = [data.from, Math.max(data.to, data.from + narrowest)];
  const window: [number, number] = selection.window ? [Math.max(whole[0], Math.min(selection.window[0], whole[1] - narrowest)), Math.min(whole[1], Math.max(selection.window[1], whole[0] + narrowest))] : whole;
  const span = window[1] - window[0];
  const lastRow = data.rows.length - 1;
  const first = Math.max(0, Math.min(selection.rows?.[0] ?? 0, lastRow));
  const rows: [number, number] = [first, Math.min(lastRow, selection.rows?.[1] ?? first + mostRows - 1, first + mostRows - 1)];
  const cursor: [number, number] | null = selection.cursor && selection.cursor[0] >= 0 && selection.cursor[0] <= lastRow ? selection.cursor : null;
  const byState = selection.show === 'states';
  const wanted = { run: selection.run, window, rows, columns: Math.max(100, Math.min(2000, width - labelWidth)) };
  const keys = [data, window.join(), rows.join(), selection.run];
  const [picture, problem] = useLatest<Picture | null>((signal) => (width === 0 ? Promise.resolve(null) : pictureOf(data, wanted, signal)), [...keys, width]);
  const [totals] = useLatest<Total[]>((signal) => totalsOf(data, wanted, signal), keys);
  const colours = useMemo(() => new Map(painted(run).map(([timer, paint]) => [run.document.timers.name[timer]!, paint])), [run]);

  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(area.current!.clientWidth));
    watch.observe(area.current!);
    return () => watch.disconnect();
  }, []);
  const scene: Scene | null = picture && width > 0 ? { data, picture, window, rows, cursor, byState, paint: (name, component) => colours.get(keyOf(name, component)) ?? others, width, ink: { text: '', quiet: '', line: '', accent: '' } } : null;
  useEffect(() => {
    if (scene) {
      scene.ink = inkOf(canvas.current!);
      drawScene(canvas.current!, scene);
      area.current!.dataset['drawn'] = `${window[0]}:${window[1]}`;
    }
  });
  // What runs at the cursor is asked for: a picture of columns does not have it.
  useEffect(() => {
    let current = true;
    setStack('');
    if (cursor) {
      stackAt(data, selection.run, cursor[0], cursor[1]).then(
        (calls) => current && setStack(calls === null ? '' : calls.length === 0 ? 'outside of measured calls' : calls.map((call) => `${call.name} (${duration((call.end - call.start) * 1e-9)})`).join(' \u203a ')),
        (error: Error) => current && setStack(error.message),
      );
    }
    return () => {
      current = false;
    };
  }, [data, selection.run, cursor?.join()]);

  const setWindow = (from: number, to: number, replace = true) => {
    const length = Math.max(narrowest, Math.min(to - from, whole[1] - whole[0]));
    const begin = Math.round(Math.max(whole[0], Math.min(from, whole[1] - length)));
    const next: [number, number] = [begin, Math.round(begin + length)];
    change({ window: next[0] <= whole[0] && next[1] >= whole[1] ? null : next }, replace);
  };
  const zoom = (factor: number, around: number, replace = true) => setWindow(around - (around - window[0]) * factor, around + (window[1] - around) * factor, replace);
  const showRows = (from: number) => {
    const begin = Math.max(0, Math.min(from, lastRow - mostRows + 1));
    change({ rows: begin === 0 ? null : [begin, Math.min(lastRow, begin + mostRows - 1)] });
  };
  const place = (event: MouseEvent): [number, number] => {
    const box = canvas.current!.getBoundingClientRect();
    const time = window[0] + ((event.clientX - box.left - labelWidth) / Math.max(1, width - labelWidth)) * span;
    return [Math.max(rows[0], Math.min(rows[1], rows[0] + Math.floor((event.clientY - box.top - axisHeight) / rowHeight))), Math.round(Math.max(window[0], Math.min(time, window[1] - 1)))];
  };
  const step = async (ahead: boolean) => {
    const row = cursor?.[0] ?? rows[0];
    const call = await neighbour(data, selection.run, row, cursor?.[1] ?? window[0] - 1, ahead);
    if (call) {
      const inside = call.start >= window[0] && call.start < window[1];
      change({ cursor: [row, call.start], ...(inside ? {} : { window: [Math.round(call.start - span / 2), Math.round(call.start + span / 2)] }) }, true);
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const middle = cursor && cursor[1] >= window[0] && cursor[1] < window[1] ? cursor[1] : (window[0] + window[1]) / 2;
    const row = cursor?.[0] ?? rows[0];
    const to = (next: number) => change({ cursor: [Math.max(0, Math.min(lastRow, next)), cursor?.[1] ?? Math.round(middle)], ...(next < rows[0] || next > rows[1] ? { rows: [Math.max(0, Math.min(next, lastRow - mostRows + 1)), Math.min(lastRow, Math.max(0, Math.min(next, lastRow - mostRows + 1)) + mostRows - 1)] } : {}) }, true);
    const actions: Record<string, () => void> = {
      '+': () => zoom(0.5, middle),
      '=': () => zoom(0.5, middle),
      w: () => zoom(0.5, middle),
      '-': () => zoom(2, middle),
      s: () => zoom(2, middle),
      '0': () => change({ window: null }),
      ArrowLeft: () => setWindow(window[0] - span / 4, window[1] - span / 4),
      a: () => setWindow(window[0] - span / 4, window[1] - span / 4),
      ArrowRight: () => setWindow(window[0] + span / 4, window[1] + span / 4),
      d: () => setWindow(window[0] + span / 4, window[1] + span / 4),
      ArrowUp: () => to(row - 1),
      ArrowDown: () => to(cursor ? row + 1 : row),
      '.': () => void step(true),
      ',': () => void step(false),
      PageDown: () => showRows(rows[0] + mostRows),
      PageUp: () => showRows(rows[0] - mostRows),
    };
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  };
  // Not by an attribute: listeners of wheels that are added so may not keep the page from scrolling.
  useEffect(() => {
    const listen = (event: WheelEvent) => {
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        setWindow(window[0] + ((event.deltaX || event.deltaY) / 1000) * span, window[1] + ((event.deltaX || event.deltaY) / 1000) * span);
      } else {
        zoom(event.deltaY > 0 ? 1.25 : 0.8, place(event)[1]);
      }
      event.preventDefault();
    };
    const element = canvas.current!;
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  });
  const drag = useRef<{ at: number; window: [number, number]; moved: boolean } | null>(null);
  const status = problem || pointed || (cursor ? `${data.rows[cursor[0]]!.label} at ${timeText(cursor[1], span)}: ${stack}` : '');
  return (
    <div class="timeline">
      <div class="controls">
        <Choice name="Colour" value={byState ? 'states' : 'functions'} choices={[['functions', 'by function'], ['states', 'by state']]} onChoose={(show) => change({ show: show === 'functions' ? '' : show })} />
        <span class="choice">
          <button onClick={() => zoom(0.5, (window[0] + window[1]) / 2)} title="Zoom in (key +)" aria-label="Zoom in">+</button>
          <button onClick={() => zoom(2, (window[0] + window[1]) / 2)} title="Zoom out (key -)" aria-label="Zoom out">{'\u2212'}</button>
          <button onClick={() => change({ window: null })} title="Show all (key 0)">all</button>
        </span>
        {lastRow >= mostRows && (
          <span class="choice">
            <button disabled={rows[0] === 0} onClick={() => showRows(rows[0] - mostRows)}>rows before</button>
            <button disabled={rows[1] === lastRow} onClick={() => showRows(rows[0] + mostRows)}>rows after</button>
            <span class="note">{`rows ${rows[0] + 1} to ${rows[1] + 1} of ${count(lastRow + 1)}`}</span>
          </span>
        )}
        <span class="note" role="status" data-shown={scene?.picture.calls ? 'calls' : 'columns'}>
          {scene ? `${timeText(window[0], span)} to ${timeText(window[1], span)}: ${shownText(scene)}` : 'loading'}
        </span>
      </div>
      <div
        class="timeline-area"
        ref={area}
        tabIndex={0}
        role="group"
        aria-label={`Timeline from ${duration(window[0] * 1e-9)} to ${duration(window[1] * 1e-9)} of ${plural(rows[1] - rows[0] + 1, 'row')}; plus and minus zoom, left and right move, 0 shows all, up and down choose a row, full stop and comma go to the next and last call`}
        onKeyDown={onKey}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label="The same as the table below, over the time"
          style={{ width: `${width}px`, height: `${heightOf(rows)}px` }}
          onMouseDown={(event) => {
            drag.current = { at: event.clientX, window, moved: false };
          }}
          onMouseMove={(event) => {
            const held = drag.current;
            if (held && event.buttons === 1 && (held.moved || Math.abs(event.clientX - held.at) > 3)) {
              held.moved = true;
              const shift = ((held.at - event.clientX) / Math.max(1, width - labelWidth)) * (held.window[1] - held.window[0]);
              setWindow(held.window[0] + shift, held.window[1] + shift);
            } else if (scene) {
              setPointed(under(scene, ...place(event)));
            }
          }}
          onMouseLeave={() => setPointed('')}
          onClick={(event) => {
            if (!drag.current?.moved) {
              change({ cursor: place(event) }, true);
            }
            drag.current = null;
          }}
          onDblClick={(event) => zoom(0.25, place(event)[1], false)}
        />
      </div>
      <p class="timeline-status" aria-live="polite">{status || '\u00a0'}</p>
      <Legend run={run} byState={byState} />
      {totals && <DataTable name="Rows of the timeline" columns={totalColumns(data, totals, span)} rows={totals.map((_, row) => row)} selected={cursor ? totals.findIndex((total) => total.row === cursor[0]) : null} onSelect={(row) => change({ cursor: [totals[row]!.row, cursor?.[1] ?? window[0]] }, true)} />}
      {scene?.picture.calls && scene.picture.calls.length > 0 && <DataTable name="Calls of the timeline" columns={callColumns(data, scene.picture.calls, span)} rows={scene.picture.calls.map((_, row) => row)} onSelect={(row) => change({ cursor: [scene.picture.calls![row]!.row, scene.picture.calls![row]!.start] }, true)} />}
    </div>
  );
}

export const timeline: View = {
  id: 'timeline',
  title: 'Timeline',
  missing: (run) => (run.document.timeline ? '' : 'This run has no trace. gantry run --trace drain and gantry exec --trace drain keep one.'),
  help: 'Each row is a thread. In a wide window each pixel column has its exact shares: as high as the part of the time in measured calls, in the colour of what ran longest, or by state. In a narrow window each call is a box, calls inside it are lower boxes, and lines are messages. Wheel, plus and minus zoom; drag and arrows move; click, full stop and comma put the cursor on a call; 0 shows all.',
  show: (props) => <Timeline {...props} />,
};
