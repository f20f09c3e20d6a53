// Who called whom: from the call paths, between groups of timers. The timers of a component are one group.

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

function groupOf(run: Run, path: number): string {
  return run.document.timers.component[timerOfPath(run, path)]!;
}

// The nearest path above that is not a parameter, whose values are those of its timer.
function callerOf(run: Run, path: number): number {
  const { parent } = run.document.paths;
  let above = parent[path]!;
  while (above >= 0 && run.document.timers.kind[timerOfPath(run, above)] === 'parameter') {
    above = parent[above]!;
  }
  return above;
}

export function callGraph(run: Run): CallGraph {
  const { document } = run;
  const edges = new Map<string, CallEdge>();
  const edge = (from: string, to: string) => {
    const key = JSON.stringify([from, to]);
    const known = edges.get(key) ?? { from, to, ports: [], calls: 0, total: 0, connected: false };
    edges.set(key, known);
    return known;
  };
  for (const [user, port, provider, provides] of document.assembly.connections) {
    const connection = edge(user, provider);
    connection.connected = true;
    connection.ports.push(port === provides ? port : `${port} \u2192 ${provides}`);
  }
  const isAssembly = document.assembly.instances.length > 0;
  const names = new Map(document.assembly.instances.map(([name, className]) => [name, className]));
  const calls = new Map<string, number>();
  document.paths.parent.forEach((_, path) => {
    if (document.timers.kind[timerOfPath(run, path)] === 'parameter') {
      return;
    }
    const to = groupOf(run, path);
    calls.set(to, (calls.get(to) ?? 0) + document.paths.calls[path]!);
    if (!isAssembly && !names.has(to)) {
      names.set(to, '');
    }
    const caller = callerOf(run, path);
    const from = caller < 0 ? to : groupOf(run, caller);
    if (from !== to && (!isAssembly || (names.has(from) && names.has(to)))) {
      const found = edge(from, to);
      found.calls += document.paths.calls[path]!;
      found.total += document.paths.inclusive[run.metric]![path]!;
    }
  });
  return {
    nodes: [...names].map(([name, className]) => ({
      name,
      className,
      self: run.components.get(name)?.self ?? 0,
      calls: calls.get(name) ?? 0,
      measured: calls.has(name),
    })),
    edges: [...edges.values()].filter(({ from, to }) => names.has(from) && names.has(to)),
  };
}
