// What a tuner knew of its candidates: costs with their uncertainty, at a decision and at the end.

import { costUnit, estimatesAt, type Learned, learnedContexts, summaryOf } from '../data/decisions.ts';
import { columnOf } from '../data/document.ts';
import { count, plural, quantity } from '../data/numbers.ts';
import { fits, type Run } from '../data/run.ts';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { Intervals } from '../parts/Intervals.tsx';
import { labelOf } from '../parts/Lanes.tsx';
import { inOrder } from '../parts/rowOrder.ts';
import type { ViewProps } from '../state/view.ts';
import { Prose } from '../parts/Prose.tsx';

function noteOf(estimate: { calls: number; bound: number; cost: number; quarantine: number }): string {
  return [estimate.cost === 0 && estimate.bound > 0 ? 'ended early' : estimate.calls === 0 ? 'not tried' : plural(estimate.calls, 'call'), estimate.quarantine > 0 ? `left out for ${plural(estimate.quarantine, 'choice')}` : ''].filter(Boolean).join(', ');
}

/** The candidates of one decision: what was expected of each, which was chosen and why, and what it took. */
export function Candidates({ run, decision }: { run: Run; decision: number }) {
  const { decisions } = run.document.views;
  const cell = (key: string) => decisions.rows[decision]![columnOf(decisions, key)] ?? null;
  const estimates = estimatesAt(run, decision);
  const chosen = String(cell('candidate'));
  const measured = typeof cell('cost') === 'number' ? Number(cell('cost')) : null;
  return (
    <section class="candidates" aria-label="Candidates of this decision">
      <h2>{`Chosen: ${labelOf(chosen)}`}</h2>
      <p>{`${String(cell('text') || cell('reason'))}${cell('fallback') ? `; served by ${labelOf(String(cell('fallback')))}` : ''}`}</p>
      <Balance run={run} decision={decision} />
      {estimates.length === 0 ? (
        <p class="note">{run.document.estimates && run.document.estimates.leftOut > 0 ? 'Its estimates are not in this page; gantry query has them.' : 'No estimates were kept for it.'}</p>
      ) : (
        <>
          <p class="note">Point: expected cost. Line: where it is with 95 %. Upright mark: what the call took.</p>
          <Intervals
            name="Candidates"
            unit={costUnit(run)}
            width={560}
            intervals={estimates.map((estimate) => ({ key: estimate.candidate, label: estimate.candidate, expected: estimate.cost, low: estimate.low, high: estimate.high, measured: estimate.candidate === chosen ? measured : null, note: noteOf(estimate), chosen: estimate.candidate === chosen }))}
          />
        </>
      )}
    </section>
  );
}

/** How sure a choice is, from 0 to 1, as `gantry tuning log` rounds it. */
function sureText(confidence: number | null): string {
  return confidence === null ? '-' : `${Math.floor(100 * confidence)} %`;
}

/** What the trials of one context cost, and when its choice has repaid them. */
function Balance({ run, decision }: { run: Run; decision: number }) {
  const { decisions } = run.document.views;
  const cell = (key: string) => String(decisions.rows[decision]![columnOf(decisions, key)] ?? '');
  const summary = summaryOf(run, cell('port'), cell('context'));
  return summary && summary.choice ? (
    <p class="note" data-regret={summary.regret} data-pays-from={summary.breakEven.text}>
      {`In this context ${labelOf(summary.choice)} served last, ${plural(summary.served, 'call')} in all; sure ${sureText(summary.confidence)}. Trials cost ${quantity(summary.regret, costUnit(run))} beyond it (regret); it pays ${paysText(summary.breakEven.text)}.`}
    </p>
  ) : null;
}

function paysText(breakEven: string): string {
  return breakEven === '-' ? 'not compared with the initial candidate' : `from call ${breakEven} on, compared with the initial candidate`;
}

/** All contexts in a table: what was chosen, and what that cost and gains. */
function Contexts({ run, contexts, selection, change }: ViewProps & { contexts: Learned[] }) {
  const known = contexts.map((one) => ({ ...one, summary: summaryOf(run, one.port, one.context)! })).filter(({ summary }) => summary);
  if (known.length === 0) {
    return null;
  }
  const unit = costUnit(run);
  const cost = (key: string, title: string, hint: string, value: (row: number) => number): TableColumn => ({ key, title, hint, number: true, value, text: (found) => quantity(Number(found), unit) });
  const columns: TableColumn[] = [
    ...(new Set(known.map(({ port }) => port)).size > 1 ? [{ key: 'port', title: 'port', value: (row: number) => known[row]!.port }] : []),
    { key: 'context', title: 'context', wide: true, value: (row) => known[row]!.label || known[row]!.context || 'one context' },
    { key: 'choice', title: 'chosen', hint: 'The candidate that served last', value: (row) => known[row]!.summary.choice, text: (value) => labelOf(String(value || 'none')) },
    { key: 'served', title: 'served', number: true, hint: 'Calls that were completed', value: (row) => known[row]!.summary.served, text: (value) => count(Number(value)) },
    { key: 'confidence', title: 'sure', number: true, hint: 'How probable it is that no other candidate is better', value: (row) => known[row]!.summary.confidence, text: (value) => sureText(value as number | null) },
    cost('regret', 'regret', 'What all calls cost beyond those of the chosen one', (row) => known[row]!.summary.regret),
    { key: 'paysFrom', title: 'pays from', hint: 'From which call on the choice has repaid the regret, compared with the initial candidate alone, with 95 %; -: it is the initial one, or that is not known to be worse', value: (row) => known[row]!.summary.breakEven.text },
    cost('cost', 'cost', 'Mean cost of a call of the chosen one', (row) => known[row]!.summary.cost),
  ];
  const sort = selection.sort || 'regret';
  return (
    <section>
      <h2>What was chosen in each context, what trials cost beyond it (regret), and from which call on it repays them</h2>
      <DataTable name="Contexts of tuning" columns={columns} rows={inOrder(known.map((_, row) => row), columns, sort)} sort={sort} onSort={(next) => change({ sort: next })} />
      {run.document.tuning!.leftOut > 0 && <p class="note">{`${plural(run.document.tuning!.leftOut, 'further context')} not in this page; gantry tuning log has all.`}</p>}
    </section>
  );
}

const mostContexts = 12;

/** What was known at the end, of each context that was decided in. */
export function LearnedCosts(props: ViewProps) {
  const { run, selection } = props;
  const contexts = learnedContexts(run).filter((one) => fits(`${one.port} ${one.context}`, selection.search));
  if (contexts.length === 0) {
    return <p class="empty"><Prose text="No tuner decided in this run, or its estimates were not kept. `gantry tuning show STORE` shows what tuners have learned over several runs." /></p>;
  }
  return (
    <>
      <Contexts {...props} contexts={contexts} />
      <p class="note" role="status">{`Costs by context, as believed at the last decision in each. Point: expected. Line: where it is with 95 %. ${contexts.length > mostContexts ? `The ${mostContexts} contexts with most decisions of ${count(contexts.length)}; search for others.` : ''}`}</p>
      {contexts.slice(0, mostContexts).map((one) => (
        <section key={`${one.port} ${one.context}`}>
          <h2 title={one.context}>{`${one.port}: ${one.label || one.context || 'one context'}, ${plural(one.decisions, 'decision')}`}</h2>
          <Intervals
            name={`Learned costs of ${one.port}, ${one.context}`}
            unit={costUnit(run)}
            width={900}
            intervals={estimatesAt(run, one.last).map((estimate) => ({ key: estimate.candidate, label: estimate.candidate, expected: estimate.cost, low: estimate.low, high: estimate.high, note: noteOf(estimate) }))}
          />
        </section>
      ))}
    </>
  );
}
