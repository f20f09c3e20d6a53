// What follows from the document of a run: look-ups that several views need.

import type { RunDocument } from './document.ts';
import { byValue, largest } from './order.ts';

export interface Component {
  name: string;
  self: number;
  /** Place among the components by self value. */
  order: number;
}

/** A run with its look-ups, for one metric. */
export interface Run {
  document: RunDocument;
  metric: number;
  unit: string;
  total: number;
  /** Place of a timer in the columns, by its id. */
  timerOf: Places;
  /** The paths below each path. */
  below: Below;
  components: Map<string, Component>;
}

/** Places of the paths below each path; those without a parent under -1. */
export interface Below {
  /** Largest inclusive value first. */
  get(path: number): number[] | undefined;
  /** In no order, for a view that needs a few of them. */
  unordered(path: number): number[];
  has(path: number): boolean;
}

/** What a column determines, computed once for each column: the states of a program that runs share those that did not change. */
function onceFor<Column extends object, Found>(compute: (column: Column) => Found): (column: Column) => Found {
  const known = new WeakMap<Column, Found>();
  return (column) => {
    const found = known.get(column) ?? compute(column);
    known.set(column, found);
    return found;
  };
}

/** A place by an id. */
export interface Places {
  get(id: number): number | undefined;
  has(id: number): boolean;
}

// Ids are nearly always numbers from 0 on; a map of a million takes a third of a second.
const placesOfIds = onceFor((ids: number[]): Places => {
  const most = ids.reduce((largest, id) => Math.max(largest, id), -1);
  if (most > 4 * ids.length) {
    return new Map(ids.map((id, place) => [id, place]));
  }
  const places = new Int32Array(most + 1).fill(-1);
  ids.forEach((id, place) => (places[id] = place));
  const has = (id: number) => (places[id] ?? -1) >= 0;
  return { has, get: (id) => (has(id) ? places[id] : undefined) };
});

const listsBelow = onceFor((parents: number[]) => {
  const below = new Map<number, number[]>();
  parents.forEach((above, path) => {
    const list = below.get(above);
    if (list) {
      list.push(path);
    } else {
      below.set(above, [path]);
    }
  });
  return below;
});

// Each list is put in order when it is first asked for: most views ask for none.
function belowOf(document: RunDocument, metric: number): Below {
  const lists = listsBelow(document.paths.parent);
  const values = document.paths.inclusive[metric] ?? [];
  const inOrder = new Map<number, number[]>();
  return {
    has: (path) => lists.has(path),
    unordered: (path) => lists.get(path) ?? [],
    get: (path) => {
      const list = lists.get(path);
      const known = inOrder.get(path) ?? (list && byValue(list, (place) => values[place] ?? 0));
      if (known) {
        inOrder.set(path, known);
      }
      return known;
    },
  };
}

interface Grouping {
  names: string[];
  /** Of each timer: the place of its component among the names. */
  groupOf: Uint32Array;
}

const groupingOf = onceFor((component: string[]): Grouping => {
  const places = new Map<string, number>();
  const groupOf = Uint32Array.from(component, (name) => {
    const group = places.get(name) ?? places.size;
    places.set(name, group);
    return group;
  });
  return { names: [...places.keys()], groupOf };
});

/** The self values of timers, added up by a column of texts. */
export function selfBy(run: Run, column: string[], places: number[]): Map<string, number> {
  const { names, groupOf } = groupingOf(column);
  const self = run.document.timers.exclusive[run.metric]!;
  const sums = new Float64Array(names.length);
  const has = new Uint8Array(names.length);
  for (const place of places) {
    sums[groupOf[place]!]! += self[place]!;
    has[groupOf[place]!] = 1;
  }
  return new Map([...names.keys()].filter((group) => has[group]).map((group) => [names[group]!, sums[group]!]));
}

function componentsOf(run: Run): Map<string, Component> {
  const { component } = run.document.timers;
  const sums = selfBy(run, component, measuredTimers(run));
  const components = groupingOf(component).names.map((name): Component => ({ name, self: sums.get(name) ?? 0, order: 0 }));
  const known = new Map(components.map((component) => [component.name, component]));
  components
    .sort((a, b) => b.self - a.self || (a.name < b.name ? -1 : 1))
    .forEach((component, order) => {
      component.order = order;
    });
  return known;
}

const cache = new WeakMap<RunDocument, Map<number, Run>>();

/** The run seen by one metric; made once. */
export function runOf(document: RunDocument, metric: number): Run {
  const known = cache.get(document) ?? new Map<number, Run>();
  cache.set(document, known);
  const run = known.get(metric) ?? {
    document,
    metric,
    unit: document.metrics[metric]!.unit,
    total: document.metrics[metric]!.total,
    timerOf: placesOfIds(document.timers.id),
    below: belowOf(document, metric),
    get components() {
      return componentsBy(this);
    },
  };
  known.set(metric, run);
  return run;
}

const componentsBy = onceFor(componentsOf);

/** The place of the timer of a path in the columns of timers. */
export function timerOfPath(run: Run, path: number): number {
  return run.timerOf.get(run.document.paths.timer[path]!)!;
}

export function nameOfPath(run: Run, path: number): string {
  return run.document.timers.name[timerOfPath(run, path)]!;
}

/** The path and those above it, outermost first. */
export function chainOf(run: Run, path: number): number[] {
  const chain = [];
  for (let place = path; place >= 0; place = run.document.paths.parent[place]!) {
    chain.unshift(place);
  }
  return chain;
}

/** Timers that a report lists: instances of phases are in its table of phases. */
export function listedTimers(run: Run): number[] {
  return placesWithoutInstance(run.document.timers.instance);
}

const placesWithoutInstance = onceFor((instance: RunDocument['timers']['instance']) => [...instance.keys()].filter((place) => !instance[place]));

/** Timers whose self values add up: parameters are parts of their timers. */
export function measuredTimers(run: Run): number[] {
  return placesOfTimers(run.document.timers.kind);
}

const placesOfTimers = onceFor((kind: string[]) => [...kind.keys()].filter((place) => kind[place] !== 'parameter'));

/** Timers that are listed and whose self values add up. */
export function comparedTimers(run: Run): number[] {
  const { kind, instance } = run.document.timers;
  const known = compared.get(kind);
  if (known?.instance === instance) {
    return known.places;
  }
  const places = measuredTimers(run).filter((place) => !instance[place]);
  compared.set(kind, { instance, places });
  return places;
}

const compared = new WeakMap<string[], { instance: number[]; places: number[] }>();

/** Timers by self value, largest first; parameters are parts of their timers. */
export const timersBySelf = onceFor((run: Run) => {
  const self = run.document.timers.exclusive[run.metric]!;
  return byValue(comparedTimers(run), (place) => self[place]!);
});

/** The first ones of timersBySelf(). */
export function largestTimers(run: Run, count: number): number[] {
  const self = run.document.timers.exclusive[run.metric]!;
  return largest(comparedTimers(run), (place) => self[place]!, count);
}

/** What a timer is called in a list: component and method; the name alone for timers of no component. */
export function shortName(run: Run, place: number): string {
  const { component, method, name } = run.document.timers;
  const own = name[place]!;
  return component[place] && own.startsWith(`${component[place]}::`) ? `${component[place]}::${method[place]}` : method[place]!;
}

/** Does a name fit what is searched for? Words in any order, without regard to capitals. */
export function fits(name: string, search: string): boolean {
  if (!search) {
    return true;
  }
  const text = name.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
