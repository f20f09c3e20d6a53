// Plays a run: a moment that moves on, and with it the part of the time that all dynamic views show. They are drawn in
// step: the next frame waits until the last one is complete.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Change, Selection } from './selection.ts';
import { requestsUnderWay } from './latest.ts';
import type { Span } from '../data/window.ts';

export type PlayState = 'START' | 'PLAYING' | 'PAUSE' | 'STEP' | 'END' | 'FF';

/** How much of the run one frame moves on. */
export const increments: [part: number, text: string][] = [
  [1 / 2000, '1/2000'],
  [1 / 500, '1/500'],
  [1 / 200, '1/200'],
  [1 / 50, '1/50'],
  [1 / 10, '1/10'],
];

export interface Playback {
  state: PlayState;
  /** The end of the frame in ns; the begin of the run before it is played. */
  at: number;
  /** The part of the time that is shown; null: the run is not played. */
  frame: Span | null;
  /** 1 to 100; 100: as fast as the views can be drawn. */
  speed: number;
  part: number;
  /** Measured time to draw a frame in ms; 0: none was drawn yet. */
  drawing: number;
  play: () => void;
  pause: () => void;
  step: (frames: number) => void;
  fastForward: () => void;
  reset: () => void;
  setSpeed: (speed: number) => void;
  setPart: (part: number) => void;
}

const fastFrames = 8;
const leastPeriod = 16;

/** Calls back when what was changed has been drawn. */
function whenDrawn(then: (took: number) => void): () => void {
  const begin = performance.now();
  let ended = false;
  const look = () => {
    if (ended) {
      return;
    }
    if (requestsUnderWay() > 0) {
      requestAnimationFrame(look);
    } else {
      then(performance.now() - begin);
    }
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
  return () => {
    ended = true;
  };
}

/** The part of the run that a frame shows: as much as is in sight, or, where that is all, a fiftieth of it. */
function frameOf(whole: Span, window: Span | null, at: number): Span {
  const length = window ? Math.min(window[1] - window[0], (whole[1] - whole[0]) / 5) : (whole[1] - whole[0]) / 50;
  const to = Math.max(whole[0] + 1, Math.min(at, whole[1]));
  return [Math.max(whole[0], Math.round(to - length)), Math.round(to)];
}

export function usePlayback(whole: Span | null, selection: Selection, change: Change): Playback {
  const [moving, setMoving] = useState<'' | 'PLAYING' | 'FF'>('');
  const [stepped, setStepped] = useState(false);
  const [speed, setSpeed] = useState(50);
  const [part, setPart] = useState(1 / 200);
  const [drawing, setDrawing] = useState(0);
  // While it moves the moment is not in the address: browsers bound how often that may change.
  const [moment, setMoment] = useState<number | null>(null);
  const timer = useRef(0);
  const span = whole ? whole[1] - whole[0] : 0;
  const at = moving ? (moment ?? selection.at) : selection.at;
  const bounded = whole && at !== null ? Math.max(whole[0], Math.min(at, whole[1])) : null;
  const isEnd = whole !== null && bounded === whole[1];
  // Keys may come faster than the page is drawn: each step goes on from the one before.
  const latest = useRef<number | null>(bounded);
  latest.current = bounded;
  const stop = (to: number | null) => {
    latest.current = to;
    setMoving('');
    setMoment(null);
    change({ at: to }, true);
  };
  useEffect(() => {
    if (!moving || !whole) {
      return undefined;
    }
    const cancel = whenDrawn((took) => {
      setDrawing((before) => (before === 0 ? took : 0.7 * before + 0.3 * took));
      const next = Math.min(whole[1], (bounded ?? whole[0]) + span * part * (moving === 'FF' ? fastFrames : 1));
      const period = Math.max(leastPeriod, took) * (moving === 'FF' ? 1 : 100 / speed);
      timer.current = window.setTimeout(() => (next >= whole[1] ? stop(whole[1]) : setMoment(Math.round(next))), Math.max(0, period - took));
    });
    return () => {
      cancel();
      clearTimeout(timer.current);
    };
  }, [moving, bounded, speed, part, whole?.join()]);
  const start = (how: 'PLAYING' | 'FF') => {
    if (whole) {
      setStepped(false);
      setMoment(bounded === null || isEnd ? whole[0] : bounded);
      setMoving(how);
    }
  };
  return {
    state: moving || (bounded === null ? 'START' : isEnd ? 'END' : stepped ? 'STEP' : 'PAUSE'),
    at: bounded ?? whole?.[0] ?? 0,
    frame: whole && bounded !== null ? frameOf(whole, selection.window, bounded) : null,
    speed,
    part,
    drawing,
    play: () => start('PLAYING'),
    fastForward: () => start('FF'),
    pause: () => {
      setStepped(false);
      stop(bounded === null ? null : Math.round(bounded));
    },
    step: (frames) => {
      if (whole) {
        setStepped(true);
        stop(Math.round(Math.max(whole[0], Math.min(whole[1], (latest.current ?? whole[0]) + span * part * frames))));
      }
    },
    reset: () => {
      setStepped(false);
      stop(null);
    },
    setSpeed: (next) => setSpeed(Math.max(1, Math.min(100, Math.round(next)))),
    setPart,
  };
}
