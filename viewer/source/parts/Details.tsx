// What is selected, with its numbers, and the ways to see it elsewhere.

import { count, quantity, share } from '../data/numbers.ts';
import { nameOfPath, type Run } from '../data/run.ts';
import type { Change, Selection } from '../state/selection.ts';

export function Details({ run, selection, change }: { run: Run; selection: Selection; change: Change }) {
  const place = selection.timer === null ? undefined : run.timerOf.get(selection.timer);
  if (place === undefined) {
    return null;
  }
  const { timers, paths } = run.document;
  const path = selection.path !== null && paths.timer[selection.path] === selection.timer ? selection.path : null;
  const values = path === null ? timers : paths;
  const row = path ?? place;
  const numbers: [string, string, number][] = [
    ['total', quantity(values.inclusive[run.metric]![row]!, run.unit), values.inclusive[run.metric]![row]!],
    ['self', quantity(values.exclusive[run.metric]![row]!, run.unit), values.exclusive[run.metric]![row]!],
    ['self share', share(values.exclusive[run.metric]![row]!, run.total), values.exclusive[run.metric]![row]!],
    ['calls', count(values.calls[row]!), values.calls[row]!],
    ['child calls', count(values.childCalls[row]!), values.childCalls[row]!],
  ];
  const places: [string, string][] = [
    ['flame', 'Flame'],
    ['table', 'Table'],
    ['ranks', 'Ranks'],
  ];
  return (
    <aside class="details" aria-label="Selected timer">
      <span class="details-name" title={timers.name[place]}>
        {path === null ? timers.name[place] : `${nameOfPath(run, path)} (this call path)`}
      </span>
      <dl>
        {numbers.map(([name, text, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-detail={name} data-value={value}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <span class="details-buttons">
        {places
          .filter(([view]) => view !== selection.view)
          .map(([view, title]) => (
            <button key={view} onClick={() => change({ view, show: '', sort: '' })}>
              {title}
            </button>
          ))}
        <button onClick={() => change({ timer: null, path: null })} aria-label="Clear the selection">
          {'\u00d7'}
        </button>
      </span>
    </aside>
  );
}
