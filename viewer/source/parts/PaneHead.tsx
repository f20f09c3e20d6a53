// The head of a view: which one it is, and what can be taken along from it.

import { useState } from 'preact/hooks';
import { helpOf } from '../data/guide.ts';
import type { View } from '../state/view.ts';
import { copyText, csvOf, fileName, saveFile, tabbed, tablesIn } from './share.ts';
import { pngOf, svgOf } from './snapshot.ts';

interface PaneHeadProps {
  view: View;
  views: View[];
  run: string;
  /** The element of the view. */
  body: () => Element | null;
  /** Said to the user. */
  say: (text: string) => void;
  onView: ((id: string) => void) | null;
  onClose: (() => void) | null;
  onSplit: (() => void) | null;
}

export async function saveAs(ending: 'svg' | 'png' | 'csv', element: Element, run: string, view: string): Promise<string> {
  const name = fileName(run, view, ending);
  if (ending === 'csv') {
    const tables = tablesIn(element);
    if (tables.length === 0) {
      throw new Error('This view has no table.');
    }
    saveFile(name, new Blob([csvOf(tables)], { type: 'text/csv' }));
  } else {
    saveFile(name, ending === 'svg' ? new Blob([svgOf(element)], { type: 'image/svg+xml' }) : await pngOf(element));
  }
  return `Saved ${name}`;
}

export async function copyTable(element: Element): Promise<string> {
  const tables = tablesIn(element);
  if (tables.length === 0) {
    throw new Error('This view has no table.');
  }
  await copyText(tabbed(tables));
  return `Copied ${tables.reduce((sum, one) => sum + one.rows.length - 1, 0)} rows`;
}

/** Does it, and says what came of it. */
export function tell(say: (text: string) => void, work: Promise<string>): void {
  work.then(say, (error: Error) => say(error.message));
}

export function PaneHead({ view, views, run, body, say, onView, onClose, onSplit }: PaneHeadProps) {
  const [helps, setHelps] = useState(false);
  const element = () => body()!;
  return (
    <>
      <div class="pane-head">
        {onView ? (
          <select aria-label="View beside" value={view.id} onChange={(event) => onView(event.currentTarget.value)}>
            {views.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        ) : (
          <h2>{view.title}</h2>
        )}
        <span class="pane-tools">
          <button aria-pressed={helps} onClick={() => setHelps(!helps)} title="How to read this view">
            How to read it
          </button>
          <button onClick={() => tell(say, copyTable(element()))} title="Copy the tables of this view, with tabs between columns">
            Copy table
          </button>
          <button onClick={() => tell(say, saveAs('csv', element(), run, view.id))} title="Save the tables of this view">
            CSV
          </button>
          <button onClick={() => tell(say, saveAs('svg', element(), run, view.id))} title="Save what is in sight as a picture">
            SVG
          </button>
          <button onClick={() => tell(say, saveAs('png', element(), run, view.id))} title="Save what is in sight as a picture">
            PNG
          </button>
          {onSplit && (
            <button onClick={onSplit} title="Another view beside this one (key v)">
              Split
            </button>
          )}
          {onClose && (
            <button onClick={onClose} aria-label={`Close ${view.title}`}>
              {'\u00d7'}
            </button>
          )}
        </span>
      </div>
      {helps && <p class="pane-help">{helpOf(view.id)}</p>}
    </>
  );
}
