// The one selection that all views share. It is kept in the fragment of the URL: a link, the history of the browser
// and an undo are the same.

import { useEffect, useState } from 'preact/hooks';

/** What one view shows, as opposed to what all views share. */
export interface Pane {
  view: string;
  /** Column and direction of the table, such as "calls" or "-name". */
  sort: string;
  /** What a view shows of several possibilities, such as flat or tree. */
  show: string;
}

export const rates = [0.2, 1, 2, 5, 10];

export const drawers = ['details', 'events', 'source', 'control'] as const;
export type Drawer = (typeof drawers)[number];

export interface Selection extends Pane {
  run: number;
  metric: string;
  /** Id of a timer; null: none. */
  timer: number | null;
  /** Place of a call path, which the flame graph starts from; null: all. */
  path: number | null;
  /** Ids of the timers that were chosen to be distinguished; empty: those with the largest self values. */
  regions: number[];
  /** Numbers of threads; empty: all. */
  threads: number[];
  /** What went between ranks: messages, oneSided or collectives. */
  kind: string;
  /** Sender and receiver of messages. */
  pair: string;
  /** Smallest and largest size of messages in bytes; null: all. */
  sizes: [number, number] | null;
  /** Name of the phase whose calls alone are seen; empty: all. */
  phase: string;
  /** From and to in ns; null: everything. */
  window: [number, number] | null;
  /** First and last line of the timeline; null: from the first one on. */
  rows: [number, number] | null;
  /** Groups of rows of the timeline that are closed, by their numbers. */
  closed: number[];
  /** A row of the timeline, or a group as -1 - its number, and a moment in ns. */
  cursor: [number, number] | null;
  /** The moment up to which a run was played, in ns; null: it is not played. */
  at: number | null;
  colour: string;
  search: string;
  /** A derived figure of the tables, such as self / calls. */
  formula: string;
  /** Places of the runs that are compared: the earlier and the later set; empty: those that were given first and last. */
  before: number[];
  after: number[];
  /** Further views beside the first one, at most three. */
  panes: Pane[];
  /** States of a running program that are shown in a second. */
  rate: number;
  /** How much of the width and of the height the first view has, in percent. */
  split: [number, number];
  /** Two views one above the other instead of side by side. */
  stacked: boolean;
  drawer: Drawer | '';
  /** Path of the source file that is shown; empty: that of the selected timer, or the first one. */
  file: string;
  /** A record of a module, such as a file: the name of the module, a blank and that of the record; empty: none. */
  record: string;
}

export const mostPanes = 4;

export const emptySelection: Selection = {
  view: 'overview',
  sort: '',
  show: '',
  run: 0,
  metric: '',
  timer: null,
  path: null,
  regions: [],
  threads: [],
  kind: 'messages',
  pair: '',
  sizes: null,
  phase: '',
  window: null,
  rows: null,
  closed: [],
  cursor: null,
  at: null,
  colour: 'component',
  search: '',
  formula: '',
  before: [],
  after: [],
  panes: [],
  rate: 1,
  split: [50, 50],
  stacked: false,
  drawer: '',
  file: '',
  record: '',
};

/** What Escape clears. */
export const nothingSelected: Partial<Selection> = { timer: null, path: null, regions: [], threads: [], pair: '', sizes: null, phase: '', window: null, rows: null, cursor: null, at: null, record: '' };

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function pair(text: string | null): [number, number] | null {
  const found = (text ?? '').match(/^(-?\d{1,15}):(-?\d{1,15})$/);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

function numbers(text: string | null): number[] {
  return (text ?? '')
    .split('.')
    .map((word) => whole(word))
    .filter((one): one is number => one !== null);
}

function panesIn(words: URLSearchParams): Pane[] {
  const panes: Pane[] = [];
  for (let place = 2; place <= mostPanes; place += 1) {
    const view = words.get(`view${place}`);
    if (view) {
      panes.push({ view, show: words.get(`show${place}`) ?? '', sort: words.get(`sort${place}`) ?? '' });
    }
  }
  return panes;
}

function splitIn(text: string | null): [number, number] {
  const found = pair(text);
  return found && found.every((part) => part >= 10 && part <= 90) ? found : [50, 50];
}

/** Anything may stand in a fragment: what is not understood is left out. */
export function readFragment(fragment: string): Selection {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const window = pair(words.get('window'));
  const rows = pair(words.get('rows'));
  const sizes = pair(words.get('sizes'));
  const at = words.get('at');
  // A view of its own in links of earlier versions.
  const isHistory = words.get('view') === 'changes';
  return {
    view: isHistory ? 'assembly' : (words.get('view') ?? emptySelection.view),
    sort: words.get('sort') ?? '',
    show: words.get('show') ?? (isHistory ? 'decisions' : ''),
    run: whole(words.get('run')) ?? 0,
    metric: words.get('metric') ?? '',
    timer: whole(words.get('timer')),
    path: whole(words.get('path')),
    regions: numbers(words.get('regions')),
    threads: numbers(words.get('threads')),
    kind: words.get('kind') ?? 'messages',
    pair: words.get('pair') ?? '',
    sizes: sizes && sizes[0] >= 0 && sizes[0] <= sizes[1] ? sizes : null,
    phase: words.get('phase') ?? '',
    window: window && window[0] < window[1] ? window : null,
    rows: rows && rows[0] >= 0 && rows[0] <= rows[1] ? rows : null,
    closed: numbers(words.get('closed')),
    cursor: pair(words.get('cursor')),
    at: at !== null && /^-?\d{1,15}$/.test(at) ? Number(at) : null,
    colour: words.get('colour') === 'heat' ? 'heat' : 'component',
    search: words.get('search') ?? '',
    formula: words.get('formula') ?? '',
    // One run in links of earlier versions.
    before: numbers(words.get('before') ?? words.get('baseline')),
    after: numbers(words.get('after')),
    panes: panesIn(words),
    rate: rates.find((rate) => rate === Number(words.get('rate'))) ?? 1,
    split: splitIn(words.get('split')),
    stacked: words.get('stacked') === 'true',
    drawer: drawers.find((name) => name === words.get('drawer')) ?? '',
    file: words.get('file') ?? '',
    record: words.get('record') ?? '',
  };
}

const lists = ['threads', 'regions', 'closed', 'before', 'after'];

function textOf(key: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value.join(lists.includes(key) ? '.' : ':');
  }
  return value === null ? '' : String(value);
}

/** Only what differs from the empty selection. */
export function fragmentOf(selection: Selection): string {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(selection)) {
    const text = textOf(key, value);
    if (key !== 'panes' && text !== '' && text !== textOf(key, emptySelection[key as keyof Selection])) {
      words.set(key, text);
    }
  }
  selection.panes.forEach((pane, place) => {
    for (const key of ['view', 'show', 'sort'] as const) {
      if (pane[key]) {
        words.set(`${key}${place + 2}`, pane[key]);
      }
    }
  });
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
    keepLayout(next);
    if (replace) {
      location.replace(fragment);
    } else {
      location.hash = fragment;
    }
    set(next);
  };
  return [selection, change];
}

/** The selection as one of several views sees it: its own view, order and choice, and what all share. */
export function selectionOf(selection: Selection, place: number): Selection {
  return place === 0 ? selection : { ...selection, ...selection.panes[place - 1]! };
}

/** A change that one view makes: what is its own stays its own. */
export function changeOf(selection: Selection, change: Change, place: number): Change {
  if (place === 0) {
    return change;
  }
  return (parts, replace) => {
    const { view, sort, show, ...shared } = parts;
    const before = selection.panes[place - 1]!;
    const pane = { view: view ?? before.view, sort: sort ?? before.sort, show: show ?? before.show };
    change({ ...shared, panes: selection.panes.map((one, index) => (index === place - 1 ? pane : one)) }, replace);
  };
}

const layoutKey = 'gantry-layout';

/** The arrangement of views is remembered by the browser, where it lets us. */
function keepLayout({ view, panes, split, stacked }: Selection): void {
  try {
    localStorage.setItem(layoutKey, fragmentOf({ ...emptySelection, view, panes, split, stacked }));
  } catch {
    // Storage is switched off: the address still has it.
  }
}

/** The arrangement that was used last, where the address says none. */
export function restoreLayout(): void {
  if (location.hash.length > 1) {
    return;
  }
  try {
    const kept = readFragment(localStorage.getItem(layoutKey) ?? '');
    if (kept.panes.length > 0) {
      history.replaceState(null, '', `#${fragmentOf(kept)}`);
    }
  } catch {
    // As above.
  }
}
