// What a tuner knew of its candidates: costs with their uncertainty, at a decision and at the end.

import { costUnit, estimatesAt, learnedContexts } from '../data/decisions.ts';
import { columnOf } from '../data/document.ts';
import { count, plural } from '../data/numbers.ts';
import { fits, type Run } from '../data/run.ts';
import { Intervals } from '../parts/Intervals.tsx';
import { labelOf } from '../parts/Lanes.tsx';
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

const mostContexts = 12;

/** What was known at the end, of each context that was decided in. */
export function LearnedCosts({ run, selection }: ViewProps) {
  const contexts = learnedContexts(run).filter((one) => fits(`${one.port} ${one.context}`, selection.search));
  if (contexts.length === 0) {
    return <p class="empty"><Prose text="No tuner decided in this run, or its estimates were not kept. `gantry tuning show STORE` shows what tuners have learned over several runs." /></p>;
  }
  return (
    <>
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
