// The controls of a player, below the views.

import { duration } from '../data/numbers.ts';
import type { Span } from '../data/window.ts';
import { increments, type Playback } from '../state/playback.ts';

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function PlaybackBar({ playback, whole, onClose }: { playback: Playback; whole: Span; onClose: () => void }) {
  const { state, at } = playback;
  const moves = state === 'PLAYING' || state === 'FF';
  const noMotion = still();
  const why = noMotion ? 'Your system asks for reduced motion: use the steps' : '';
  return (
    <section class="playback" aria-label="Playback" data-state={state}>
      <span class="choice">
        {moves ? (
          <button onClick={playback.pause} title="Pause (key p)">
            Pause
          </button>
        ) : (
          <button onClick={playback.play} title={why || 'Play (key p)'} disabled={noMotion}>
            Play
          </button>
        )}
        <button onClick={() => playback.step(-1)} title="One frame back (key [)" aria-label="Step back">
          {'\u2212'}1
        </button>
        <button onClick={() => playback.step(1)} title="One frame on (key ])" aria-label="Step">
          +1
        </button>
        <button onClick={playback.fastForward} title={why || 'Fast forward: eight frames at once (key })'} disabled={noMotion} aria-pressed={state === 'FF'}>
          Fast forward
        </button>
        <button onClick={playback.reset} title="Reset: the whole run again (key {)" disabled={state === 'START'}>
          Reset
        </button>
      </span>
      <label>
        {'Speed '}
        <input class="playback-speed" type="number" min="1" max="100" value={playback.speed} onInput={(event) => playback.setSpeed(Number(event.currentTarget.value) || 1)} title="100: as fast as the views can be drawn; 1: a hundredth of it" />
      </label>
      <label>
        {'Frame '}
        <select aria-label="Time per frame" value={String(playback.part)} onChange={(event) => playback.setPart(Number(event.currentTarget.value))}>
          {increments.map(([part, text]) => (
            <option key={text} value={String(part)}>
              {`${duration((whole[1] - whole[0]) * part * 1e-9)} (${text} of the run)`}
            </option>
          ))}
        </select>
      </label>
      <input class="playback-place" type="range" aria-label="Moment" min={whole[0]} max={whole[1]} step="any" value={at} aria-valuetext={duration((at - whole[0]) * 1e-9)} onInput={(event) => playback.step((Number(event.currentTarget.value) - at) / ((whole[1] - whole[0]) * playback.part))} />
      <span class="playback-text" role="status" data-elapsed={Math.round(at - whole[0])}>
        {`${duration((at - whole[0]) * 1e-9)} of ${duration((whole[1] - whole[0]) * 1e-9)}`}
        <span class="quiet">{playback.drawing > 0 ? `, a frame is drawn in ${duration(playback.drawing * 1e-3)}` : ''}</span>
      </span>
      <button onClick={onClose} aria-label="Close the playback bar">
        {'\u00d7'}
      </button>
    </section>
  );
}
