// The program as a tree: its hosts, processes and threads with their totals, and the components that were made in it.

import { columnOf, type Thread } from '../data/document.ts';
import type { TimelineRow } from '../data/timeline.ts';
import { duration, plural, quantity } from '../data/numbers.ts';
import type { Run } from '../data/run.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { useState } from 'preact/hooks';
import type { ViewProps } from '../state/view.ts';

export interface Branch {
  name: string;
  depth: number;
  measured: number;
  cpuNs: number;
  threads: number;
  /** First moment that is known of it, in ns; null: none. */
  first: number | null;
  /** Number of the thread, of a leaf. */
  thread: number | null;
  /** What made it: the line of a script, or a component. */
  cause: string;
}

/** Rows of the timeline number the threads of a rank from 0. */
function isRowOf(run: Run, thread: Thread, row: TimelineRow): boolean {
  const { threads, timeline } = run.document;
  if (thread.rank === undefined || thread.rank < 0) {
    // Imported traces have rows of ranks for threads of which no rank is known, in the same order.
    return row.rank >= 0 && timeline!.rows.length === threads.length ? timeline!.rows.indexOf(row) === threads.indexOf(thread) : row.thread === thread.id;
  }
  return row.rank === thread.rank && row.thread === threads.filter((other) => other.rank === thread.rank).indexOf(thread);
}

function sumOf(run: Run, places: number[], name: string, depth: number): Branch {
  const threads = places.map((place) => run.document.threads[place]!);
  const rows = run.document.timeline?.rows ?? [];
  const firsts = threads.flatMap((thread) => rows.filter((row) => isRowOf(run, thread, row) && row.first !== undefined).map((row) => row.first!));
  return {
    name,
    depth,
    measured: threads.reduce((sum, thread) => sum + thread.measured[run.metric]!, 0),
    cpuNs: threads.reduce((sum, thread) => sum + thread.cpuNs, 0),
    threads: threads.length,
    first: firsts.length > 0 ? Math.min(...firsts) : null,
    thread: null,
    cause: '',
  };
}

function grouped(places: number[], key: (place: number) => string): [string, number[]][] {
  const groups = new Map<string, number[]>();
  for (const place of places) {
    groups.set(key(place), [...(groups.get(key(place)) ?? []), place]);
  }
  return [...groups];
}

/** Program, hosts, processes, threads: each with what those below it have together. */
export function programTree(run: Run): Branch[] {
  const { threads, machine, name } = run.document;
  const all = threads.map((_, place) => place);
  const tree = [sumOf(run, all, name, 0)];
  for (const [host, onHost] of grouped(all, (place) => threads[place]!.host || machine.host || 'host')) {
    tree.push(sumOf(run, onHost, host, 1));
    const ofProcess = (place: number) => (threads[place]!.rank !== undefined && threads[place]!.rank! >= 0 ? `rank ${threads[place]!.rank}` : 'process') + (threads[place]!.pid ? `, process ${threads[place]!.pid}` : '');
    for (const [process, inProcess] of grouped(onHost, ofProcess)) {
      tree.push(sumOf(run, inProcess, process, 2));
      for (const place of inProcess) {
        const thread = threads[place]!;
        tree.push({ ...sumOf(run, [place], `${/^rank \d/.test(thread.name) ? thread.name : `thread ${thread.id}${thread.name ? ` ${thread.name}` : ''}`}${thread.role && thread.role !== 'unknown' ? `, ${thread.role}` : ''}`, 3), thread: thread.id });
      }
    }
  }
  return tree;
}

/** Components by what created them, with the moment and the line of the script. */
export function componentTree(run: Run): Branch[] {
  const { changes } = run.document.views;
  const [time, action, user, provider, cause] = ['time', 'action', 'user', 'provider', 'cause'].map((key) => columnOf(changes, key));
  const made: Branch[] = [];
  for (const row of changes.rows) {
    if (row[action!] === 'create') {
      const name = String(row[user!] || row[provider!]);
      made.push({ name, depth: 1, measured: run.components.get(name)?.self ?? 0, cpuNs: 0, threads: 0, first: Number(row[time!]), thread: null, cause: String(row[cause!] ?? '') });
    }
  }
  return made.length > 0 ? [{ name: run.document.name, depth: 0, measured: run.total, cpuNs: 0, threads: 0, first: null, thread: null, cause: '' }, ...made] : [];
}

export function Program({ run, change, selection }: ViewProps) {
  const [closed, setClosed] = useState<Set<number>>(new Set());
  const [shows, setShows] = useState('threads');
  const components = componentTree(run);
  const isThreads = shows === 'threads' || components.length === 0;
  const tree = isThreads ? programTree(run) : components;
  const hasBelow = (row: number) => (tree[row + 1]?.depth ?? 0) > tree[row]!.depth;
  const rows: number[] = [];
  let hiddenBelow = Infinity;
  tree.forEach((branch, row) => {
    if (branch.depth > hiddenBelow) {
      return;
    }
    hiddenBelow = closed.has(row) ? branch.depth : Infinity;
    rows.push(row);
  });
  const metric = run.document.metrics[run.metric]!;
  const columns: TableColumn[] = [
    { key: 'name', title: isThreads ? 'program, host, process, thread' : 'program, component', wide: true, value: (row) => tree[row]!.name },
    { key: 'measured', title: isThreads ? metric.name : `${metric.name} (self)`, unit: metric.unit, number: true, value: (row) => tree[row]!.measured, part: (row) => (run.total > 0 ? tree[row]!.measured / run.total : 0), text: (value) => quantity(Number(value), metric.unit) },
    ...(isThreads
      ? [
          { key: 'cpu', title: 'processor time', unit: 'ns', number: true, value: (row: number) => tree[row]!.cpuNs },
          { key: 'threads', title: 'threads', number: true, value: (row: number) => tree[row]!.threads },
        ]
      : [{ key: 'cause', title: 'made by', value: (row: number) => tree[row]!.cause }]),
    { key: 'first', title: isThreads ? 'first record' : 'made at', unit: 'ns', number: true, value: (row) => tree[row]!.first, text: (value) => (value === null ? '-' : duration(Number(value) * 1e-9)) },
  ];
  return (
    <section class="program">
      <h2>The program</h2>
      {components.length > 0 && <Choice name="Tree of" value={isThreads ? 'threads' : 'components'} choices={[['threads', plural(run.document.threads.length, 'thread')], ['components', plural(components.length - 1, 'component')]]} onChoose={setShows} />}
      <DataTable
        name={isThreads ? 'Program' : 'Components of the program'}
        columns={columns}
        rows={rows}
        tree={(row) => ({ depth: tree[row]!.depth, open: hasBelow(row) ? !closed.has(row) : undefined })}
        onToggle={(row) => {
          const next = new Set(closed);
          if (!next.delete(row)) {
            next.add(row);
          }
          setClosed(next);
        }}
        selected={isThreads && selection.threads.length > 0 ? tree.findIndex((branch) => branch.thread === selection.threads[0]) : null}
        onSelect={(row) => {
          const { thread } = tree[row]!;
          if (thread !== null) {
            change({ view: 'ranks', show: '', threads: [thread] });
          } else if (!isThreads && tree[row]!.depth > 0) {
            change({ view: 'assembly', show: '', search: tree[row]!.name });
          }
        }}
      />
    </section>
  );
}
