// The colours of the timeline, and the regions that are distinguished by them.

import { largestTimers, type Run, shortName } from '../data/run.ts';
import { statePaints } from '../parts/timelinePicture.ts';
import { type Paint, palette } from '../state/theme.ts';
import type { ViewProps } from '../state/view.ts';

/** The timers with the largest self values have colours of their own. */
function painted(run: Run): [timer: number, paint: Paint][] {
  return largestTimers(run, palette.length).map((timer, place) => [timer, palette[place]!]);
}

export const quietPaint: Paint = { fill: '#d8d8d8', text: '#444' };

/** Colours by id: of the chosen regions, or of the largest ones. */
export function regionPaints(run: Run, chosen: number[]): Map<number, Paint> {
  const ids = chosen.length > 0 ? chosen : painted(run).map(([timer]) => run.document.timers.id[timer]!);
  return new Map(ids.map((id, place) => [id, palette[place % palette.length]!]));
}

/** What a timer is called in the document: its name, and its type where it has one. */
export function keyOf(name: string, component: string): string {
  return component ? `${name} ${component}` : name;
}

/** The colour of what a component does most; undefined: it has none. */
export function paintOfProvider(run: Run, chosen: number[], component: string): Paint | undefined {
  return [...regionPaints(run, chosen)].find(([id]) => run.document.timers.component[run.timerOf.get(id) ?? -1] === component)?.[1];
}

/** The colours with their names; a click shows a region alone, further clicks add others. */
export function Legend({ run, byState, selection, change }: ViewProps & { byState: boolean }) {
  if (byState) {
    return (
      <ul class="legend" aria-label="Colours">
        {Object.keys(statePaints).map((state) => (
          <li key={state}>
            <span class={`legend-mark state-${state}`} />
            {state}
          </li>
        ))}
      </ul>
    );
  }
  const chosen = selection.regions;
  const ids = [...new Set([...painted(run).map(([timer]) => run.document.timers.id[timer]!), ...chosen])].filter((id) => run.timerOf.has(id));
  const paints = regionPaints(run, chosen);
  const toggle = (id: number) => change({ regions: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] }, true);
  return (
    <ul class="legend" aria-label="Colours">
      {ids.map((id) => (
        <li key={id}>
          <button aria-pressed={chosen.includes(id)} onClick={() => toggle(id)} title={chosen.length === 0 ? 'Show this region alone' : 'Show or hide this region'}>
            <span class="legend-mark" style={{ background: (paints.get(id) ?? quietPaint).fill }} />
            {shortName(run, run.timerOf.get(id)!)}
          </button>
        </li>
      ))}
      {chosen.length > 0 && (
        <li>
          <button onClick={() => change({ regions: [] }, true)}>all regions</button>
        </li>
      )}
    </ul>
  );
}
