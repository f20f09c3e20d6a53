// The one selection that all views share. It is kept in the fragment of the URL: a link, the history of the browser
// and an undo are the same.

import { useEffect, useState } from 'preact/hooks';

export interface Selection {
  view: string;
  run: number;
  metric: string;
  /** Id of a timer; null: none. */
  timer: number | null;
  /** Place of a call path, which the flame graph starts from; null: all. */
  path: number | null;
  /** Numbers of threads; empty: all. */
  threads: number[];
  /** What went between ranks: messages, oneSided or collectives. */
  kind: string;
  /** Sender and receiver of messages. */
  pair: string;
  /** From and to in ns; null: everything. */
  window: [number, number] | null;
  /** First and last row of the timeline; null: from the first one on. */
  rows: [number, number] | null;
  /** A row of the timeline and a moment in ns. */
  cursor: [number, number] | null;
  colour: string;
  search: string;
  /** Column and direction of the table, such as "calls" or "-name". */
  sort: string;
  /** What a view shows of several possibilities, such as flat or tree. */
  show: string;
}

export const emptySelection: Selection = {
  view: 'overview',
  run: 0,
  metric: '',
  timer: null,
  path: null,
  threads: [],
  kind: 'messages',
  pair: '',
  window: null,
  rows: null,
  cursor: null,
  colour: 'component',
  search: '',
  sort: '',
  show: '',
};

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function pair(text: string | null): [number, number] | null {
  const found = (text ?? '').match(/^(-?\d{1,15}):(-?\d{1,15})$/);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** Anything may stand in a fragment: what is not understood is left out. */
export function readFragment(fragment: string): Selection {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const window = pair(words.get('window'));
  const rows = pair(words.get('rows'));
  return {
    view: words.get('view') ?? emptySelection.view,
    run: whole(words.get('run')) ?? 0,
    metric: words.get('metric') ?? '',
    timer: whole(words.get('timer')),
    path: whole(words.get('path')),
    threads: (words.get('threads') ?? '')
      .split('.')
      .map((word) => whole(word))
      .filter((thread): thread is number => thread !== null),
    kind: words.get('kind') ?? 'messages',
    pair: words.get('pair') ?? '',
    window: window && window[0] < window[1] ? window : null,
    rows: rows && rows[0] >= 0 && rows[0] <= rows[1] ? rows : null,
    cursor: pair(words.get('cursor')),
    colour: words.get('colour') === 'heat' ? 'heat' : 'component',
    search: words.get('search') ?? '',
    sort: words.get('sort') ?? '',
    show: words.get('show') ?? '',
  };
}

/** Only what differs from the empty selection. */
export function fragmentOf(selection: Selection): string {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(selection)) {
    const text = Array.isArray(value) ? value.join(key === 'threads' ? '.' : ':') : value === null ? '' : String(value);
    const usual = emptySelection[key as keyof Selection];
    if (text !== '' && text !== String(usual ?? '')) {
      words.set(key, text);
    }
  }
  return words.toString();
}

export type Change = (change: Partial<Selection>, replace?: boolean) => void;

/** The selection, and the function that changes parts of it. A change that is not `replace` can be undone by Back. */
export function useSelection(): [Selection, Change] {
  const [selection, set] = useState(() => readFragment(location.hash));
  useEffect(() => {
    const listen = () => set(readFragment(location.hash));
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
  const change: Change = (parts, replace = false) => {
    const next = { ...readFragment(location.hash), ...parts };
    const fragment = `#${fragmentOf(next)}`;
    if (replace) {
      location.replace(fragment);
    } else {
      location.hash = fragment;
    }
    set(next);
  };
  return [selection, change];
}
