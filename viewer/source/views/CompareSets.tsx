// Which runs are before, and which are after.

import type { PageDocument } from '../data/document.ts';
import { plural } from '../data/numbers.ts';
import type { Change } from '../state/selection.ts';

interface Sets {
  before: number[];
  after: number[];
}

function wordsOf(document: PageDocument, places: number[]): string {
  const first = document.runs[places[0]!]!.name;
  return places.length > 1 ? `${plural(places.length, 'run')} (${first} ...)` : first;
}

function Two({ document, sets, change }: { document: PageDocument; sets: Sets; change: Change }) {
  const [before, after] = [sets.before[0]!, sets.after[0]!];
  const choose = (side: 'before' | 'after', place: number) => {
    // Choosing the later one as the earlier turns them round.
    const next = side === 'before' ? { before: place, after: place === after ? before : after } : { before: place === before ? after : before, after: place };
    change({ before: [next.before], after: [next.after], run: next.after });
  };
  return (
    <p class="controls compare-sets">
      {(['before', 'after'] as const).map((side) => (
        <label key={side}>
          {`${side} `}
          <select aria-label={`Run ${side}`} value={String(side === 'before' ? before : after)} onChange={(event) => choose(side, Number(event.currentTarget.value))}>
            {document.runs.map((one, place) => (
              <option key={place} value={String(place)}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      ))}
    </p>
  );
}

export function CompareSets({ document, sets, change }: { document: PageDocument; sets: Sets; change: Change }) {
  const isPair = sets.before.length === 1 && sets.after.length === 1;
  const put = (place: number, side: string) => {
    const of = (name: 'before' | 'after') => document.runs.map((_, run) => run).filter((run) => (run === place ? side === name : sets[name].includes(run)));
    // A set without a run would be chosen by itself again.
    if (of('before').length > 0 && of('after').length > 0) {
      change({ before: of('before'), after: of('after') });
    }
  };
  return (
    <>
      {isPair && <Two document={document} sets={sets} change={change} />}
      {document.runs.length > 2 && (
        <details class="compare-sets">
          <summary>{isPair ? 'Sets of several runs' : `Before: ${wordsOf(document, sets.before)}. After: ${wordsOf(document, sets.after)}`}</summary>
          <ul>
            {document.runs.map((run, place) => (
              <li key={place}>
                <label>
                  <select aria-label={`Set of ${run.name}`} value={sets.before.includes(place) ? 'before' : sets.after.includes(place) ? 'after' : ''} onChange={(event) => put(place, event.currentTarget.value)}>
                    <option value="">not compared</option>
                    <option value="before">before</option>
                    <option value="after">after</option>
                  </select>
                  {` ${run.name}${run.ranks ? `, ${plural(run.ranks, 'rank')}` : ''}`}
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
