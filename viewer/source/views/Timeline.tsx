// What each thread did over the time: exact shares of each pixel column, or single calls where they fit.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count, duration, plural } from '../data/numbers.ts';
import { allGroups, groupsOf, type Line, linesOf, openedAround, placeOfRow } from '../data/groups.ts';
import { neighbour, type Picture, pictureOf, stackAt, type Total, totalsOfLines } from '../data/timeline.ts';
import { callsLike, spanTaken } from '../data/window.ts';
import { isOfSize } from '../data/traffic.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { sizesText } from '../parts/SizeFilter.tsx';
import { axisHeight, drawScene, heightOf, labelWidth, rowHeight, type Scene, shownText, timeText, under } from '../parts/timelinePicture.ts';
import { others } from '../state/theme.ts';
import { useLatest } from '../state/latest.ts';
import type { View, ViewProps } from '../state/view.ts';
import { GroupButtons } from './TimelineGroups.tsx';
import { keyOf, Legend, paintOfProvider, quietPaint, regionPaints } from './TimelineLegend.tsx';
import { TimelineStrips } from './TimelineStrips.tsx';
import { callColumns, totalColumns } from './timelineTables.ts';

const mostRows = 24;
const mostHits = 2000;
const narrowest = 10;

export function inkOf(element: Element): Scene['ink'] {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return { text: read('--text'), quiet: read('--quiet'), line: read('--line'), accent: read('--accent') };
}

function Timeline(props: ViewProps) {
  const { run, selection, change, now } = props;
  const data = run.document.timeline!;
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState('');
  const [stack, setStack] = useState<string>('');
  const whole: [number, number] = [data.from, Math.max(data.to, data.from + narrowest)];
  const chosen: [number, number] = selection.window ? [Math.max(whole[0], Math.min(selection.window[0], whole[1] - narrowest)), Math.min(whole[1], Math.max(selection.window[1], whole[0] + narrowest))] : whole;
  // While the run is played a narrow window moves along.
  const playing = selection.at !== null && now !== null;
  const at = playing ? now[1] : null;
  const window: [number, number] = playing && selection.window && (now[1] > chosen[1] || now[1] <= chosen[0]) ? [Math.max(whole[0], now[1] - (chosen[1] - chosen[0])), Math.max(now[1], whole[0] + (chosen[1] - chosen[0]))] : chosen;
  const span = window[1] - window[0];
  const groups = allGroups(groupsOf(data));
  const all = linesOf(data, selection.closed);
  const lastLine = all.length - 1;
  const first = Math.max(0, Math.min(selection.rows?.[0] ?? 0, lastLine));
  const rows: [number, number] = [first, Math.min(lastLine, selection.rows?.[1] ?? first + mostRows - 1, first + mostRows - 1)];
  const lines = all.slice(rows[0], rows[1] + 1);
  // A row of a closed group is seen as that group.
  const cursorLine = selection.cursor ? all[placeOfRow(all, selection.cursor[0])] : undefined;
  const cursor: [number, number] | null = selection.cursor && cursorLine ? [cursorLine.row, selection.cursor[1]] : null;
  const byState = selection.show === 'states';
  const wanted = { run: selection.run, window, lines, columns: Math.max(100, Math.min(2000, width - labelWidth)) };
  const keys = [data, window.join(), lines.map((line) => line.row).join(), selection.run];
  const [picture, problem] = useLatest<Picture | null>((signal) => (width === 0 ? Promise.resolve(null) : pictureOf(data, wanted, signal)), [...keys, width]);
  const taken = spanTaken(data, { ...wanted, rows: [], columns: 1 });
  const [latestTotals] = useLatest<Total[]>((signal) => totalsOfLines(data, wanted, signal), keys);
  // Until those of other lines are there.
  const totals = latestTotals?.filter((total) => lines.some((line) => line.row === total.row));
  const colours = useMemo(() => new Map([...regionPaints(run, selection.regions)].map(([id, paint]) => [run.document.timers.name[run.timerOf.get(id) ?? -1] ?? '', paint])), [run, selection.regions.join()]);
  const [found] = useLatest(async (signal) => (selection.search.trim() ? callsLike(data, selection.run, window, selection.search, mostHits, signal) : null), [...keys, selection.search]);

  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(area.current!.clientWidth));
    watch.observe(area.current!);
    return () => watch.disconnect();
  }, []);
  // A pair of ranks and the sizes that are chosen in Communication are seen alone.
  const ofPair = picture?.messages && (selection.pair || selection.sizes) ? { ...picture, messages: picture.messages.filter(({ from, to, bytes }) => (!selection.pair || `${from}-${to}` === selection.pair) && isOfSize(bytes, selection.sizes)) } : picture;
  const scene: Scene | null = ofPair && width > 0 ? { data, picture: ofPair, window, lines, cursor, byState, paint: (name, component) => colours.get(keyOf(name, component)) ?? (selection.regions.length > 0 ? quietPaint : others), width, at, hits: found?.calls ?? [], ink: { text: '', quiet: '', line: '', accent: '' } } : null;
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
    if (cursor && cursor[0] >= 0) {
      stackAt(data, selection.run, cursor[0], cursor[1]).then(
        (calls) => current && setStack(calls === null ? '' : calls.length === 0 ? 'outside of measured calls' : calls.map((call) => `${call.name} (${duration((call.end - call.start) * 1e-9)})`).join(' \u203a ')),
        (error: Error) => current && setStack(error.message),
      );
    }
    return () => {
      current = false;
    };
  }, [data, selection.run, cursor?.join()]);

  // Several keys may come before the next picture: each goes on from what the one before made.
  const latest = useRef(window);
  latest.current = window;
  const setWindow = (from: number, to: number, replace = true) => {
    const length = Math.max(narrowest, Math.min(to - from, whole[1] - whole[0]));
    const begin = Math.round(Math.max(whole[0], Math.min(from, whole[1] - length)));
    const next: [number, number] = [begin, Math.round(begin + length)];
    latest.current = next;
    change({ window: next[0] <= whole[0] && next[1] >= whole[1] ? null : next }, replace);
  };
  const zoom = (factor: number, around: number, replace = true) => setWindow(around - (around - latest.current[0]) * factor, around + (latest.current[1] - around) * factor, replace);
  const shift = (part: number) => {
    const [from, to] = latest.current;
    setWindow(from + part * (to - from), to + part * (to - from));
  };
  /** So many lines from one on; null: from the first. */
  const linesFrom = (from: number): [number, number] | null => {
    const begin = Math.max(0, Math.min(from, lastLine - mostRows + 1));
    return begin === 0 ? null : [begin, Math.min(lastLine, begin + mostRows - 1)];
  };
  const showRows = (from: number) => change({ rows: linesFrom(from) });
  const close = (closed: number[]) => change({ closed, rows: null });
  const toggle = (line: Line) => {
    if (line.group) {
      const { number } = line.group;
      change({ closed: line.open ? [...selection.closed, number].sort((a, b) => a - b) : selection.closed.filter((one) => one !== number) });
    }
  };
  const place = (event: MouseEvent): [number, number] => {
    const box = canvas.current!.getBoundingClientRect();
    const time = window[0] + ((event.clientX - box.left - labelWidth) / Math.max(1, width - labelWidth)) * span;
    const line = lines[Math.max(0, Math.min(lines.length - 1, Math.floor((event.clientY - box.top - axisHeight) / rowHeight)))]!;
    return [line.row, Math.round(Math.max(window[0], Math.min(time, window[1] - 1)))];
  };
  const step = async (ahead: boolean) => {
    const row = cursor?.[0] ?? lines.find((line) => !line.group)?.row ?? -1;
    if (row < 0) {
      return;
    }
    const call = await neighbour(data, selection.run, row, cursor?.[1] ?? window[0] - 1, ahead);
    if (call) {
      const inside = call.start >= window[0] && call.start < window[1];
      change({ cursor: [row, call.start], ...(inside ? {} : { window: [Math.round(call.start - span / 2), Math.round(call.start + span / 2)] }) }, true);
    }
  };
  /** The next call with the words of the search, in any row, however short. */
  const nextHit = async () => {
    const from = Math.max(cursor?.[1] ?? window[0], whole[0]);
    const hits = await callsLike(data, selection.run, [from + 1, whole[1]], selection.search, 50, new AbortController().signal);
    const hit = hits?.calls.filter((call) => call.start > from).sort((a, b) => a.start - b.start)[0];
    if (hit) {
      const length = Math.min(span, Math.max(narrowest, 20 * (hit.end - hit.start)));
      change({ cursor: [hit.row, hit.start], closed: openedAround(data, selection.closed, hit.row), window: [Math.max(whole[0], Math.round(hit.start - length / 2)), Math.round(hit.start + length / 2)] });
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const middle = cursor && cursor[1] >= latest.current[0] && cursor[1] < latest.current[1] ? cursor[1] : (latest.current[0] + latest.current[1]) / 2;
    const place = cursor ? placeOfRow(all, cursor[0]) : rows[0];
    const to = (next: number) => {
      const kept = Math.max(0, Math.min(lastLine, next));
      change({ cursor: [all[kept]!.row, cursor?.[1] ?? Math.round(middle)], ...(kept < rows[0] || kept > rows[1] ? { rows: linesFrom(kept) } : {}) }, true);
    };
    const actions: Record<string, () => void> = {
      '+': () => zoom(0.5, middle),
      '=': () => zoom(0.5, middle),
      w: () => zoom(0.5, middle),
      '-': () => zoom(2, middle),
      s: () => zoom(2, middle),
      '0': () => change({ window: null }),
      ArrowLeft: () => shift(-0.25),
      a: () => shift(-0.25),
      ArrowRight: () => shift(0.25),
      d: () => shift(0.25),
      ArrowUp: () => to(place - 1),
      ArrowDown: () => to(cursor ? place + 1 : place),
      ...(cursorLine?.group ? { Enter: () => toggle(cursorLine), ' ': () => toggle(cursorLine) } : {}),
      '.': () => void step(true),
      ',': () => void step(false),
      ...(selection.search.trim() ? { n: () => void nextHit() } : {}),
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
        shift((event.deltaX || event.deltaY) / 1000);
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
  const told = cursorLine?.group && scene && cursor ? `${under(scene, ...cursor)}. Enter ${cursorLine.open ? 'closes' : 'opens'} the group` : cursor ? `${data.rows[cursor[0]]?.label} at ${timeText(cursor[1], span)}: ${stack}` : '';
  const status = problem || pointed || told;
  return (
    <div class="timeline">
      <div class="controls">
        <Choice name="Colour" value={byState ? 'states' : 'functions'} choices={[['functions', 'by function'], ['states', 'by state']]} onChoose={(show) => change({ show: show === 'functions' ? '' : show })} />
        <span class="choice">
          <button onClick={() => zoom(0.5, (window[0] + window[1]) / 2)} title="Zoom in (key +)" aria-label="Zoom in">+</button>
          <button onClick={() => zoom(2, (window[0] + window[1]) / 2)} title="Zoom out (key -)" aria-label="Zoom out">{'\u2212'}</button>
          <button onClick={() => change({ window: null })} title="Show all (key 0)">all</button>
        </span>
        {groups.length > 0 && (
          <span class="choice">
            <button disabled={selection.closed.length === 0} onClick={() => close([])} title="Show every row of every group">open all</button>
            <button disabled={all.every((line) => !line.open)} onClick={() => close(groups.map(({ number }) => number))} title="Show each group as the sum of its rows">close all</button>
          </span>
        )}
        {lastLine >= mostRows && (
          <span class="choice">
            <button disabled={rows[0] === 0} onClick={() => showRows(rows[0] - mostRows)}>rows before</button>
            <button disabled={rows[1] === lastLine} onClick={() => showRows(rows[0] + mostRows)}>rows after</button>
            <span class="note">{`${groups.length > 0 ? 'lines' : 'rows'} ${rows[0] + 1} to ${rows[1] + 1} of ${count(lastLine + 1)}`}</span>
          </span>
        )}
        <span class="note" role="status" data-shown={scene?.picture.calls ? 'calls' : 'columns'}>
          {found ? `${found.complete ? '' : 'more than '}${plural(found.calls.length, 'call')} with "${selection.search}" (marks above the rows; n: the next one). ` : ''}
          {(selection.pair || selection.sizes) && data.messages > 0 ? `Messages${selection.pair ? ` from rank ${selection.pair.replace('-', ' to ')}` : ''}${selection.sizes ? ` ${sizesText(selection.sizes)}` : ''} alone. ` : ''}
          {scene ? `${timeText(window[0], span)} to ${timeText(window[1], span)}: ${shownText(scene)}` : 'loading'}
        </span>
      </div>
      <div
        class="timeline-area"
        ref={area}
        tabIndex={0}
        role="group"
        aria-label={`Timeline from ${duration(window[0] * 1e-9)} to ${duration(window[1] * 1e-9)} of ${plural(lines.length, groups.length > 0 ? 'line' : 'row')}; plus and minus zoom, left and right move, 0 shows all, up and down choose a ${groups.length > 0 ? 'line, Enter opens and closes a group' : 'row'}, full stop and comma go to the next and last call`}
        onKeyDown={onKey}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label="The same as the table below, over the time"
          style={{ width: `${width}px`, height: `${heightOf(lines.length)}px` }}
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
        <GroupButtons lines={lines} onToggle={toggle} />
      </div>
      {width > 0 && <TimelineStrips run={run} data={data} place={selection.run} window={window} width={width} at={at ?? cursor?.[1] ?? null} paint={(component) => paintOfProvider(run, selection.regions, component)} receiver={cursor && (data.rows[cursor[0]]?.rank ?? -1) >= 0 ? data.rows[cursor[0]]!.rank : null} />}
      <p class="timeline-status" aria-live="polite">{status || '\u00a0'}</p>
      <Legend {...props} byState={byState} />
      {totals && <DataTable name="Rows of the timeline" columns={totalColumns(data, lines, totals, taken[1] - taken[0])} rows={totals.map((_, row) => row)} selected={cursor ? totals.findIndex((total) => total.row === cursor[0]) : null} onSelect={(row) => change({ cursor: [totals[row]!.row, cursor?.[1] ?? window[0]] }, true)} />}
      {scene?.picture.calls && scene.picture.calls.length > 0 && <DataTable name="Calls of the timeline" columns={callColumns(data, scene.picture.calls, span)} rows={scene.picture.calls.map((_, row) => row)} onSelect={(row) => change({ cursor: [scene.picture.calls![row]!.row, scene.picture.calls![row]!.start] }, true)} />}
    </div>
  );
}

export const timeline: View = {
  id: 'timeline',
  title: 'Timeline',
  dynamic: true,
  missing: (run) => (run.document.timeline && run.document.timeline.rows.length > 0 ? '' : 'This run has no trace. gantry run --trace drain and gantry exec --trace drain keep one.'),
  show: (props) => <Timeline {...props} />,
};
