// Chooses the phase whose calls alone are seen; nothing where the run has no phases.

import { phasesOf } from '../data/phases.ts';
import type { ViewProps } from '../state/view.ts';

export function PhaseChoice({ run, selection, change }: ViewProps) {
  const phases = phasesOf(run);
  if (phases.length === 0) {
    return null;
  }
  return (
    <label class="choice">
      <span class="choice-name">Phase</span>
      <select id="phase" value={phases.some(({ name }) => name === selection.phase) ? selection.phase : ''} onChange={(event) => change({ phase: event.currentTarget.value, path: null })}>
        <option value="">all</option>
        {phases.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
