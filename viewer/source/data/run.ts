// What follows from the document of a run: look-ups that several views need.

import type { RunDocument } from './document.ts';
import { byValue } from './order.ts';

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
  timerOf: Map<number, number>;
  /** The paths below each path. */
  below: Below;
  components: Map<string, Component>;
}

/** Places of the paths below each path; those without a parent under -1. Largest inclusive value first. */
export interface Below {
  get(path: number): number[] | undefined;
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

const placesOfIds = onceFor((ids: number[]) => new Map(ids.map((id, place) => [id, place])));

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

function componentsOf(document: RunDocument, metric: number): Map<string, Component> {
  const { timers } = document;
  const components = new Map<string, Component>();
  timers.id.forEach((_, place) => {
    const name = timers.component[place]!;
    const known = components.get(name) ?? { name, self: 0, order: 0 };
    if (timers.kind[place] !== 'parameter') {
      known.self += timers.exclusive[metric]![place]!;
    }
    components.set(name, known);
  });
  [...components.values()]
    .sort((a, b) => b.self - a.self || (a.name < b.name ? -1 : 1))
    .forEach((component, order) => {
      component.order = order;
    });
  return components;
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

const componentsBy = onceFor((run: Run) => componentsOf(run.document, run.metric));

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

/** Timers by self value, largest first; parameters are parts of their timers. */
export const timersBySelf = onceFor((run: Run) => {
  const { timers } = run.document;
  const self = timers.exclusive[run.metric]!;
  return byValue(
    listedTimers(run).filter((place) => timers.kind[place] !== 'parameter'),
    (place) => self[place]!,
  );
});

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
