import { columnOf } from '../data/document.ts';
import { count, duration, plural, quantity, share } from '../data/numbers.ts';
import { comparedTimers, largestTimers, listedTimers, measuredTimers, type Run, selfBy, shortName } from '../data/run.ts';
import { threadLabel } from '../data/threads.ts';
import { Bars } from '../parts/Bars.tsx';
import { type Fact, Facts } from '../parts/Facts.tsx';
import { useSettled } from '../state/settled.ts';
import { paintOfComponent } from '../state/theme.ts';
import type { View, ViewProps } from '../state/view.ts';
import { Findings } from './OverviewFindings.tsx';
import { Program } from './OverviewProgram.tsx';

const mostBars = 12;

function KeyNumbers({ run }: { run: Run }) {
  const { document } = run;
  const metric = document.metrics[run.metric]!;
  const calls = measuredTimers(run).reduce((sum, place) => sum + document.timers.calls[place]!, 0);
  const listed = listedTimers(run).length;
  const facts: Fact[] = [
    [`${metric.name} measured`, quantity(metric.total, metric.unit), metric.total],
    ['length of the run', duration(document.timeNs * 1e-9), document.timeNs],
    ['ranks', document.ranks === null ? 'one process' : count(document.ranks), document.ranks ?? 1],
    ['threads', count(document.threads.length), document.threads.length],
    ['timers', count(listed), listed],
    ['call paths', count(document.paths.parent.length), document.paths.parent.length],
    ['calls', count(calls), calls],
  ];
  return <Facts facts={facts} />;
}

function Notes({ run }: { run: Run }) {
  const { partial, warnings, compensated } = run.document;
  if (!partial && warnings.length === 0 && !compensated) {
    return <p class="good">Complete: nothing is missing in this run, and no timer was used wrongly.</p>;
  }
  return (
    <ul class="notes">
      {partial && (
        <li class="bad">
          <strong>Incomplete: </strong>
          {partial}
        </li>
      )}
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
      {compensated && <li>Compensated: the measurement overhead is subtracted from all values.</li>}
    </ul>
  );
}

function TopTimers({ run, selection, change }: ViewProps) {
  const { timers } = run.document;
  const all = comparedTimers(run);
  const places = useSettled([timers.id, run.metric], timers, () => largestTimers(run, mostBars));
  const self = timers.exclusive[run.metric]!;
  const sumOf = (some: number[]) => some.reduce((sum, place) => sum + self[place]!, 0);
  const metric = run.document.metrics[run.metric]!;
  const bars = places.map((place) => ({
    key: String(place),
    label: shortName(run, place),
    title: timers.name[place]!,
    value: self[place]!,
    text: `${quantity(self[place]!, run.unit)}  ${share(self[place]!, run.total)}`,
    fill: paintOfComponent(run, timers.component[place]!).fill,
    selected: selection.timer === timers.id[place],
    onSelect: () => change({ timer: timers.id[place]! }),
  }));
  if (all.length > mostBars) {
    const others = all.length - mostBars;
    const rest = sumOf(all) - sumOf(places);
    bars.push({ ...bars[0]!, key: 'rest', label: plural(others, 'other timer'), title: 'All other timers together', value: rest, text: `${quantity(rest, run.unit)}  ${share(rest, run.total)}`, fill: 'var(--bar)', selected: false, onSelect: () => change({ view: 'table' }) });
  }
  return (
    <section>
      <h2>{metric.unit === 'ns' ? `Where did the time (${metric.name}) go? Timers by self value` : `Timers by their own ${metric.name}`}</h2>
      <Bars name="Timers by self value" unit={run.unit} bars={bars} />
    </section>
  );
}

function Components({ run, change }: ViewProps) {
  const groups = run.document.views.groups;
  const metric = run.document.metrics[run.metric]!;
  const place = columnOf(groups, `${metric.name}.exclusive`);
  const rows = [...groups.rows].sort((a, b) => Number(b[place]) - Number(a[place]));
  if (rows.length < 2) {
    return null;
  }
  return (
    <section>
      <h2>Groups (components) by self value</h2>
      <Bars
        name="Groups by self value"
        unit={run.unit}
        bars={rows.slice(0, mostBars).map((row) => ({
          key: String(row[0]),
          label: String(row[0]) || '(no group)',
          value: Number(row[place]),
          text: `${quantity(Number(row[place]), run.unit)}  ${share(Number(row[place]), run.total)}`,
          fill: paintOfComponent(run, String(row[0])).fill,
          onSelect: () => change({ view: 'table', show: 'flat', search: String(row[0]) }),
        }))}
      />
      {rows.length > mostBars && <p class="note">{`${plural(rows.length - mostBars, 'more group')} in the table`}</p>}
    </section>
  );
}

function Threads({ run, selection, change }: ViewProps) {
  const { threads } = run.document;
  if (threads.length < 2) {
    return null;
  }
  const values = threads.map((thread) => thread.measured[run.metric]!);
  const order = threads.map((_, place) => place).sort((a, b) => values[b]! - values[a]!);
  return (
    <section>
      <h2>Threads by what was measured on them</h2>
      <Bars
        name="Threads by measured value"
        unit={run.unit}
        mark={{ value: values.reduce((sum, value) => sum + value, 0) / values.length, label: 'mean' }}
        bars={order.slice(0, mostBars).map((place) => ({
          key: String(place),
          label: threadLabel(run, place),
          value: values[place]!,
          selected: selection.threads.includes(threads[place]!.id),
          onSelect: () => change({ view: 'ranks', threads: [threads[place]!.id] }),
        }))}
      />
      {threads.length > mostBars && <p class="note">{`${plural(threads.length - mostBars, 'more thread')} in the view Ranks`}</p>}
    </section>
  );
}

/** Self values by what kind of operation timers are, as the file says it: any kind, known or not. */
function Operations({ run, change }: ViewProps) {
  const sums = selfBy(run, run.document.timers.class, comparedTimers(run));
  if (sums.size < 2) {
    return null;
  }
  const rows = [...sums].map(([kind, self]): [string, number] => [kind || 'functions', self]).sort((a, b) => b[1] - a[1]);
  return (
    <section>
      <h2>Types of operations (classes) by self value</h2>
      <Bars
        name="Types by self value"
        unit={run.unit}
        bars={rows.slice(0, mostBars).map(([kind, value]) => ({ key: kind, label: kind, value, text: `${quantity(value, run.unit)}  ${share(value, run.total)}`, onSelect: () => change({ view: 'table', show: '', search: kind === 'functions' ? '' : kind }) }))}
      />
    </section>
  );
}

function Machine({ run }: { run: Run }) {
  const { machine, created, facts } = run.document;
  const rows: [string, string][] = [
    ['created', created],
    ['host', machine.host],
    ['processor', machine.cpuModel + (machine.cores ? `, ${plural(machine.cores, 'core')} online` : '')],
    ['system', machine.os],
    ['clock', machine.clockSource],
    ...run.document.metrics.map((metric): [string, string] => [`metric ${metric.name}`, `${metric.unit}, ${metric.source}`]),
    ...facts,
  ];
  return (
    <section>
      <h2>Facts</h2>
      <table class="plain">
        <tbody>
          {rows
            .filter(([key, value], index) => value && rows.findIndex((row) => row[0] === key && row[1] === value) === index)
            .map(([key, value], index) => (
              <tr key={index}>
                <th scope="row">{key}</th>
                <td>{value}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

export const overview: View = {
  id: 'overview',
  title: 'Overview',
  dynamic: false,
  looksAt: () => ['paths'],
  missing: () => '',
  show: (props) => (
    <div class="overview">
      <KeyNumbers run={props.run} />
      <p class="note">{props.run.document.overhead ? `Measurement overhead: ${props.run.document.overhead}.` : 'The measurement overhead is not known.'}</p>
      <Notes run={props.run} />
      <Findings {...props} />
      <div class="columns">
        <TopTimers {...props} />
        <div>
          <Components {...props} />
          <Operations {...props} />
          <Threads {...props} />
        </div>
      </div>
      <Program {...props} />
      <Machine run={props.run} />
    </div>
  ),
};
