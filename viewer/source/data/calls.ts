// Who called whom: from the call paths, between groups of timers. The timers of a component are one group.

import type { RunDocument } from './document.ts';
import { type Run, timerOfPath } from './run.ts';

export interface CallEdge {
  from: string;
  to: string;
  /** The uses port, where a connection says it. */
  ports: string[];
  calls: number;
  /** Total value of these calls in the metric of the run. */
  total: number;
  /** Whether the archive has a connection for it. */
  connected: boolean;
}

export interface CallGraph {
  nodes: { name: string; className: string; self: number; calls: number; measured: boolean }[];
  edges: CallEdge[];
}

/** What paths and connections determine without a value: the states of a program that runs share it. */
interface Structure {
  nodes: { name: string; className: string }[];
  edges: Omit<CallEdge, 'calls' | 'total'>[];
  /** Groups that were called. */
  groups: string[];
  /** Of each path: the place of its group; -1: a parameter, whose values are those of its timer. */
  groupOf: Int32Array;
  /** Of each path: the place of the edge that its calls belong to; -1: none. */
  edgeOf: Int32Array;
}

// The nearest path above that is not a parameter.
function callerOf(run: Run, path: number): number {
  const { parent } = run.document.paths;
  let above = parent[path]!;
  while (above >= 0 && run.document.timers.kind[timerOfPath(run, above)] === 'parameter') {
    above = parent[above]!;
  }
  return above;
}

/** Places of texts, by the order in which they are first asked for. */
function places() {
  const known = new Map<string, number>();
  const placeOf = (text: string) => {
    const place = known.get(text) ?? known.size;
    known.set(text, place);
    return place;
  };
  return { known, placeOf };
}

function structureOf(run: Run): Structure {
  const { document } = run;
  const { component, kind } = document.timers;
  const edges = new Map<string, Structure['edges'][number]>();
  const keys = places();
  const edge = (from: string, to: string) => {
    const key = JSON.stringify([from, to]);
    const known = edges.get(key) ?? { from, to, ports: [], connected: false };
    edges.set(key, known);
    keys.placeOf(key);
    return known;
  };
  for (const [user, port, provider, provides] of document.assembly.connections) {
    const connection = edge(user, provider);
    connection.connected = true;
    connection.ports.push(port === provides ? port : `${port} \u2192 ${provides}`);
  }
  const isAssembly = document.assembly.instances.length > 0;
  const names = new Map(document.assembly.instances.map(([name, className]) => [name, className]));
  const groups = places();
  const count = document.paths.parent.length;
  const groupOf = new Int32Array(count).fill(-1);
  const edgeOf = new Int32Array(count).fill(-1);
  for (let path = 0; path < count; path += 1) {
    const timer = timerOfPath(run, path);
    if (kind[timer] === 'parameter') {
      continue;
    }
    const to = component[timer]!;
    groupOf[path] = groups.placeOf(to);
    if (!isAssembly && !names.has(to)) {
      names.set(to, '');
    }
    const caller = callerOf(run, path);
    const from = caller < 0 ? to : component[timerOfPath(run, caller)]!;
    if (from !== to && (!isAssembly || (names.has(from) && names.has(to)))) {
      edge(from, to);
      edgeOf[path] = keys.placeOf(JSON.stringify([from, to]));
    }
  }
  return { nodes: [...names].map(([name, className]) => ({ name, className })), edges: [...edges.values()], groups: [...groups.known.keys()], groupOf, edgeOf };
}

const columnsOf = ({ paths, timers, assembly }: RunDocument): object[] => [paths.parent, paths.timer, timers.component, timers.kind, assembly];

const structures = new WeakMap<object, { columns: object[]; structure: Structure }>();

function knownStructure(run: Run): Structure {
  const columns = columnsOf(run.document);
  const known = structures.get(columns[0]!);
  if (known?.columns.every((column, place) => column === columns[place])) {
    return known.structure;
  }
  const structure = structureOf(run);
  structures.set(columns[0]!, { columns, structure });
  return structure;
}

export function callGraph(run: Run): CallGraph {
  const { nodes, edges, groups, groupOf, edgeOf } = knownStructure(run);
  const calls = run.document.paths.calls;
  const inclusive = run.document.paths.inclusive[run.metric]!;
  const callsOf = new Float64Array(groups.length);
  const summed = edges.map((edge): CallEdge => ({ ...edge, calls: 0, total: 0 }));
  for (let path = 0; path < groupOf.length; path += 1) {
    if (groupOf[path]! >= 0) {
      callsOf[groupOf[path]!]! += calls[path]!;
    }
    const edge = summed[edgeOf[path]!];
    if (edge) {
      edge.calls += calls[path]!;
      edge.total += inclusive[path]!;
    }
  }
  const placeOf = new Map(groups.map((name, place) => [name, place]));
  const names = new Set(nodes.map(({ name }) => name));
  return {
    nodes: nodes.map(({ name, className }) => ({ name, className, self: run.components.get(name)?.self ?? 0, calls: callsOf[placeOf.get(name) ?? -1] ?? 0, measured: placeOf.has(name) })),
    edges: summed.filter(({ from, to }) => names.has(from) && names.has(to)),
  };
}
