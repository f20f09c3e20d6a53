// One to four views side by side, with lines between them that can be moved.

import { useRef } from 'preact/hooks';
import type { PageDocument } from '../data/document.ts';
import type { Run } from '../data/run.ts';
import type { Span } from '../data/window.ts';
import { type Change, changeOf, mostPanes, type Selection, selectionOf } from '../state/selection.ts';
import type { View } from '../state/view.ts';
import { PaneHead } from './PaneHead.tsx';
import { Prose } from './Prose.tsx';

interface PanesProps {
  run: Run;
  document: PageDocument;
  selection: Selection;
  change: Change;
  now: Span | null;
  views: View[];
  say: (text: string) => void;
}

/** The view that goes best with one that is there. */
const beside: Record<string, string> = { timeline: 'ranks', ranks: 'timeline', communication: 'timeline', flame: 'table', table: 'flame', assembly: 'timeline', overview: 'timeline', compare: 'table' };

export function splitView(selection: Selection, change: Change): void {
  if (selection.panes.length < mostPanes - 1) {
    const open = [selection.view, ...selection.panes.map((pane) => pane.view)];
    const first = beside[selection.view] ?? 'table';
    const view = open.includes(first) ? (['table', 'flame', 'ranks', 'communication', 'timeline', 'overview'].find((one) => !open.includes(one)) ?? 'table') : first;
    change({ panes: [...selection.panes, { view, show: '', sort: '' }] });
  }
}

/** A line between views: dragged, or moved with the arrow keys. */
function Separator({ vertical, value, onMove, area }: { vertical: boolean; value: number; onMove: (value: number, replace: boolean) => void; area: () => DOMRect }) {
  const keys: Record<string, number> = vertical ? { ArrowLeft: -5, ArrowRight: 5 } : { ArrowUp: -5, ArrowDown: 5 };
  const bounded = (next: number) => Math.round(Math.max(10, Math.min(90, next)));
  return (
    <div
      class={vertical ? 'separator separator-vertical' : 'separator separator-horizontal'}
      role="separator"
      tabIndex={0}
      aria-label={vertical ? 'Width of the left views' : 'Height of the upper views'}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      aria-valuenow={value}
      aria-valuemin={10}
      aria-valuemax={90}
      onKeyDown={(event) => {
        const step = keys[event.key];
        if (step) {
          event.preventDefault();
          onMove(bounded(value + step), true);
        }
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          const box = area();
          onMove(bounded(vertical ? (100 * (event.clientX - box.left)) / box.width : (100 * (event.clientY - box.top)) / box.height), true);
        }
      }}
    />
  );
}

/** Where each view stands in a grid of views and the lines between them. */
function placesOf(count: number, stacked: boolean): string[] {
  if (count === 1) {
    return ['1 / 1 / 4 / 4'];
  }
  if (count === 2) {
    return stacked ? ['1 / 1 / 2 / 4', '3 / 1 / 4 / 4'] : ['1 / 1 / 4 / 2', '1 / 3 / 4 / 4'];
  }
  return count === 3 ? ['1 / 1 / 4 / 2', '1 / 3 / 2 / 4', '3 / 3 / 4 / 4'] : ['1 / 1 / 2 / 2', '1 / 3 / 2 / 4', '3 / 1 / 4 / 2', '3 / 3 / 4 / 4'];
}

function OnePane({ place, ...props }: PanesProps & { place: number }) {
  const { run, document, views, say } = props;
  const body = useRef<HTMLDivElement>(null);
  const selection = selectionOf(props.selection, place);
  const change = changeOf(props.selection, props.change, place);
  const view = views.find((candidate) => candidate.id === selection.view) ?? views[0]!;
  const missing = view.missing(run, document);
  const { panes } = props.selection;
  const close = place > 0 ? () => props.change({ panes: panes.filter((_, index) => index !== place - 1) }) : panes.length > 0 ? () => props.change({ ...panes[0]!, panes: panes.slice(1) }) : null;
  return (
    <>
      <PaneHead
        view={view}
        views={views}
        run={run.document.name}
        body={() => body.current}
        say={say}
        onView={place > 0 ? (id) => change({ view: id, sort: '', show: '' }) : null}
        onClose={close}
        onSplit={place === 0 && panes.length < mostPanes - 1 ? () => splitView(props.selection, props.change) : null}
      />
      <div class="pane-body" ref={body}>
        {missing ? <p class="empty"><Prose text={missing} /></p> : view.show({ run, document, selection, change, now: props.now })}
      </div>
    </>
  );
}

export function Panes(props: PanesProps) {
  const { selection, change } = props;
  const area = useRef<HTMLDivElement>(null);
  const count = selection.panes.length + 1;
  const [wide, high] = selection.split;
  const places = placesOf(count, selection.stacked);
  const hasVertical = count > 2 || (count === 2 && !selection.stacked);
  const hasHorizontal = count > 2 || (count === 2 && selection.stacked);
  const box = () => area.current!.getBoundingClientRect();
  const style = { gridTemplateColumns: hasVertical ? `minmax(0, ${wide}fr) 7px minmax(0, ${100 - wide}fr)` : 'minmax(0, 1fr) 0 0', gridTemplateRows: hasHorizontal ? `minmax(0, ${high}fr) 7px minmax(0, ${100 - high}fr)` : 'minmax(0, 1fr) 0 0' };
  return (
    <div class="panes" ref={area} style={style} data-panes={count}>
      {places.map((where, place) => (
        <section key={place} class="pane" style={{ gridArea: where }} aria-label={place === 0 ? 'View' : `View ${place + 1}`} data-pane={place}>
          <OnePane {...props} place={place} />
        </section>
      ))}
      {hasVertical && (
        <div class="separator-place" style={{ gridArea: '1 / 2 / 4 / 3' }}>
          <Separator vertical value={wide} area={box} onMove={(value, replace) => change({ split: [value, high] }, replace)} />
        </div>
      )}
      {hasHorizontal && (
        <div class="separator-place" style={{ gridArea: count === 3 ? '2 / 3 / 3 / 4' : '2 / 1 / 3 / 4' }}>
          <Separator vertical={false} value={high} area={box} onMove={(value, replace) => change({ split: [wide, value] }, replace)} />
        </div>
      )}
    </div>
  );
}
