// Chooses a timer out of a list: the largest ones first.

import { useMemo, useState } from 'preact/hooks';
import { type Run, shortName, timersBySelf } from '../data/run.ts';

/** Further timers are selected in the table, or by a command. */
const mostChoices = 500;

interface TimerChoiceProps {
  id: string;
  run: Run;
  /** Id of a timer. */
  value: number;
  onChoose: (timer: number) => void;
}

export function TimerChoice({ id, run, value, onChoose }: TimerChoiceProps) {
  const { timers } = run.document;
  // In the order of the moment at which somebody turns to the list: one that moves while it is read is of no use, and takes long to draw.
  const [turns, setTurns] = useState(0);
  const candidates = useMemo(() => timersBySelf(run).slice(0, mostChoices), [timers.id, run.metric, turns]);
  const place = run.timerOf.get(value)!;
  const option = (candidate: number) => (
    <option key={candidate} value={String(timers.id[candidate])}>
      {shortName(run, candidate)}
    </option>
  );
  const options = useMemo(() => <>{candidates.map(option)}</>, [candidates, timers.name]);
  return (
    <label class="choice">
      <span class="choice-name">Timer</span>
      <select id={id} value={String(value)} onFocus={() => setTurns(turns + 1)} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {!candidates.includes(place) && option(place)}
        {options}
      </select>
    </label>
  );
}
