// How long calls took that began in a part of the time.

import { count, plural, quantity, share } from '../data/numbers.ts';
import { shortName, timersBySelf } from '../data/run.ts';
import type { TimelineData } from '../data/timeline.ts';
import { callsOfTimer, durationsOf, wholeOf } from '../data/window.ts';
import { Bars } from '../parts/Bars.tsx';
import { Choice } from '../parts/Choice.tsx';
import { TimerChoice } from '../parts/TimerChoice.tsx';
import { useLatest } from '../state/latest.ts';
import type { ViewProps } from '../state/view.ts';
import { spanText } from './RankStates.tsx';

export function CallDurations({ run, data, selection, change, now }: ViewProps & { data: TimelineData }) {
  const window = now ?? wholeOf(data);
  const { timers } = run.document;
  const ofAll = selection.show === 'durations.all';
  const candidates = timersBySelf(run);
  const place = selection.timer === null ? candidates[0]! : (run.timerOf.get(selection.timer) ?? candidates[0]!);
  const timer = ofAll ? null : timers.id[place]!;
  const [found, problem] = useLatest((signal) => durationsOf(data, selection.run, window, ofAll ? null : callsOfTimer(run, place), signal), [data, selection.run, window.join(), timer]);
  const classes = found?.classes ?? [];
  const calls = classes.reduce((sum, one) => sum + one.calls, 0);
  const time = classes.reduce((sum, one) => sum + one.time, 0);
  return (
    <section>
      <h2>{`How long ${ofAll ? 'calls' : `calls of ${shortName(run, place)}`} took`}</h2>
      <div class="controls">
        <Choice name="Calls" value={ofAll ? 'durations.all' : 'durations'} choices={[['durations', 'of one timer'], ['durations.all', 'of all timers']]} onChoose={(show) => change({ show })} />
        {!ofAll && <TimerChoice id="duration-timer" run={run} value={timers.id[place]!} onChoose={(timer) => change({ timer })} />}
      </div>
      {found ? (
        <>
          <p class="note" role="status">{`${spanText(found.window, wholeOf(data))}${data.served || !now || data.calls ? '' : ' (a report has this of the whole trace only)'}: ${plural(calls, 'call')} that ${calls === 1 ? 'begins' : 'begin'} in it, ${quantity(time, 'ns')} together${calls > 0 ? `, ${quantity(time / calls, 'ns')} in the mean` : ''}.`}</p>
          <Bars
            name="Calls by duration"
            unit=""
            bars={classes.map((one) => ({
              key: String(one.least),
              label: `${quantity(one.least, 'ns')} to ${quantity(one.below, 'ns')}`,
              value: one.calls,
              text: `${count(one.calls)}  ${share(one.calls, calls)}`,
              title: `${plural(one.calls, 'call')} took at least ${quantity(one.least, 'ns')} and less than ${quantity(one.below, 'ns')}: ${quantity(one.time, 'ns')} together, ${share(one.time, time)} of the time`,
            }))}
          />
        </>
      ) : (
        <p class="note">{problem || (data.served ? 'loading' : 'This page has durations of all timers together only; gantry view has those of each.')}</p>
      )}
    </section>
  );
}
