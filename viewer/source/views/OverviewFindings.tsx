// What limits the program, as `gantry analyze` finds it.

import { plural } from '../data/numbers.ts';
import type { Finding } from '../data/document.ts';
import type { ViewProps } from '../state/view.ts';

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

/** The timer that a finding is about: the last name in its place that is one. */
function timerIn({ run }: ViewProps, finding: Finding): number | null {
  const { timers } = run.document;
  const places = timers.name.map((name, place) => ({ name, place })).filter(({ name, place }) => finding.where.includes(name) || (timers.method[place]!.length > 3 && finding.where.includes(timers.method[place]!)));
  places.sort((a, b) => b.name.length - a.name.length);
  return places[0] ? timers.id[places[0].place]! : null;
}

/** Where to look at it. */
const viewOf: Record<string, { view: string; show: string }> = {
  loadImbalance: { view: 'ranks', show: 'states' },
  lateSender: { view: 'timeline', show: 'states' },
  serialMaster: { view: 'timeline', show: 'states' },
  smallMessages: { view: 'communication', show: 'mean' },
  frequentSynchronization: { view: 'timeline', show: 'states' },
  fineGrain: { view: 'table', show: '' },
  measurementOverhead: { view: 'table', show: '' },
  fileAccess: { view: 'io', show: '' },
};

export function Findings(props: ViewProps) {
  const { run, change } = props;
  const analysis = run.document.analysis?.runs[0];
  if (!analysis) {
    return null;
  }
  const { findings, notes, machine } = analysis;
  return (
    <section aria-label="Findings">
      <h2>{findings.length > 0 ? `What limits this program: ${plural(findings.length, 'finding')}, the largest expected gain first` : 'Nothing was found that limits this program'}</h2>
      {findings.length > 0 && (
        <ol class="findings">
          {findings.map((finding) => {
            const place = viewOf[finding.hypothesis] ?? { view: 'table', show: '' };
            const timer = timerIn(props, finding);
            return (
              <li key={finding.hypothesis + finding.where} data-finding={finding.hypothesis} data-gain={finding.gain} data-confidence={finding.confidence}>
                <details>
                  <summary>
                    <strong>{finding.title}</strong>
                    <span class="quiet">{` up to ${percent(finding.gain)} of the run time (${percent(finding.gainLow)} to ${percent(finding.gainHigh)}), confidence ${finding.confidence.toFixed(2)}`}</span>
                  </summary>
                  <ul>
                    {finding.evidence.map((sentence) => (
                      <li key={sentence}>{sentence}</li>
                    ))}
                  </ul>
                  {finding.where && <p class="note">{`Where: ${finding.where}`}</p>}
                </details>
                <p class="advice">
                  {finding.advice}
                  {finding.limit ? ` ${finding.limit}` : ''}{' '}
                  <button onClick={() => change({ ...place, sort: '', ...(timer === null ? {} : { timer, path: null }) })}>Show</button>
                </p>
              </li>
            );
          })}
        </ol>
      )}
      <p class="note">{[`Gains below ${percent(analysis.smallestGain)} are not reported`, machine, ...notes].filter(Boolean).join('; ').replaceAll('`', '')}.</p>
    </section>
  );
}
