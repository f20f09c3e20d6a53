// All numbers of the selected timer or call path, and where else it is.

import { count, quantity, share } from '../data/numbers.ts';
import { familyOf } from '../data/families.ts';
import { chainOf, nameOfPath, type Run, shortName, timerOfPath } from '../data/run.ts';
import { isRecord } from '../data/modules.ts';
import { spreads } from '../data/threads.ts';
import type { DrawerProps } from './Drawer.tsx';
import { RecordDetails } from './RecordDetails.tsx';

function Numbers({ run, row, isPath }: { run: Run; row: number; isPath: boolean }) {
  const { metrics, paths, timers } = run.document;
  const values = isPath ? paths : timers;
  return (
    <table class="plain numbers">
      <thead>
        <tr>
          <th scope="col">metric</th>
          <th scope="col">total</th>
          <th scope="col">self</th>
          <th scope="col">of all</th>
          {values.exclusiveError && <th scope="col">+- self</th>}
        </tr>
      </thead>
      <tbody>
        {metrics.map((metric, place) => (
          <tr key={metric.name}>
            <th scope="row">{metric.name}</th>
            <td data-number={`${metric.name}.total`} data-value={values.inclusive[place]![row]}>
              {quantity(values.inclusive[place]![row]!, metric.unit)}
            </td>
            <td data-number={`${metric.name}.self`} data-value={values.exclusive[place]![row]}>
              {quantity(values.exclusive[place]![row]!, metric.unit)}
            </td>
            <td>{share(values.exclusive[place]![row]!, metric.total)}</td>
            {values.exclusiveError && <td>{quantity(values.exclusiveError[place]![row]!, metric.unit)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts({ run, place, row, isPath }: { run: Run; place: number; row: number; isPath: boolean }) {
  const { timers, paths } = run.document;
  const values = isPath ? paths : timers;
  const spread = spreads(run).get(timers.id[place]!);
  const perCall = values.calls[row]! > 0 ? values.inclusive[run.metric]![row]! / values.calls[row]! : null;
  const facts: [string, string][] = [
    ['component (group)', timers.component[place]!],
    ['class', timers.class[place]!],
    ['kind', timers.kind[place]!],
    ['calls', count(values.calls[row]!)],
    ['child calls', count(values.childCalls[row]!)],
    ['total per call', perCall === null ? '' : quantity(perCall, run.unit)],
    ['calls not timed', values.untimed?.[row] ? count(values.untimed[row]!) : ''],
    ['runs now', values.running[row] ? 'yes' : ''],
    ...(spread && spread.threads > 1 ? ([['self over threads', `${quantity(spread.min, run.unit)} to ${quantity(spread.max, run.unit)}, mean ${quantity(spread.mean, run.unit)}, ${spread.threads} threads`]] as [string, string][]) : []),
  ];
  return (
    <table class="plain">
      <tbody>
        {facts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

export function DetailsDrawer(props: DrawerProps) {
  const { run, selection } = props;
  const hasTimer = selection.timer !== null && run.timerOf.has(selection.timer);
  const hasRecord = isRecord(run.document, selection.record);
  if (!hasTimer && !hasRecord) {
    return <p class="note">Nothing is selected. Select a timer in a table, a bar, or a box of the flame graph; or a file in I/O.</p>;
  }
  return (
    <>
      {hasRecord && <RecordDetails {...props} />}
      {hasTimer && <TimerDetails {...props} />}
    </>
  );
}

function TimerDetails({ run, selection, change }: DrawerProps) {
  const place = run.timerOf.get(selection.timer!)!;
  const { timers, paths } = run.document;
  const path = selection.path !== null && paths.timer[selection.path] === selection.timer ? selection.path : null;
  const family = familyOf(run, timers.id[place]!);
  const open = (view: string, show = '') => change({ view, show, sort: '' });
  return (
    <>
      <h2 class="drawer-name">{path === null ? timers.name[place] : `${nameOfPath(run, path)} (this call path)`}</h2>
      {path !== null && (
        <p class="note">
          {chainOf(run, path)
            .map((one) => shortName(run, timerOfPath(run, one)))
            .join(' \u203a ')}
        </p>
      )}
      <Numbers run={run} row={path ?? place} isPath={path !== null} />
      <Facts run={run} place={place} row={path ?? place} isPath={path !== null} />
      <h3>{family.callers.length > 5 ? `Called by, the first 5 of ${family.callers.length}` : 'Called by'}</h3>
      <ul class="plain-list">
        {family.callers.slice(0, 5).map((one) => (
          <li key={String(one.timer)}>{one.timer === null ? 'nobody: it is outermost' : <button onClick={() => change({ timer: one.timer, path: null })}>{shortName(run, run.timerOf.get(one.timer)!)}</button>}{` ${quantity(one.value, run.unit)}`}</li>
        ))}
      </ul>
      <p class="controls">
        <button onClick={() => open('flame')}>Flame</button>
        <button onClick={() => open('flame', 'sandwich')}>Callers and callees</button>
        <button onClick={() => open('table')}>Table</button>
        <button onClick={() => open('ranks')}>Ranks</button>
        <button onClick={() => change({ regions: [...new Set([...selection.regions, timers.id[place]!])] })}>Choose as a region</button>
      </p>
    </>
  );
}
