// What each rank sent and received, how long it waited, and what waited for it.

import { bytes, count, plural, quantity, share } from '../data/numbers.ts';
import { type Pair, summaryOf } from '../data/traffic.ts';
import type { TimelineData } from '../data/timeline.ts';
import { type Messages, queuesOf, type Span, statesOf } from '../data/window.ts';
import { Bars } from '../parts/Bars.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { inOrder } from '../parts/rowOrder.ts';
import { useLatest } from '../state/latest.ts';
import type { ViewProps } from '../state/view.ts';

/** Idle time of each rank, its threads together; null: the run has no trace. */
function useIdle(data: TimelineData | undefined, run: number, window: Span, ranks: number): number[] | null {
  const [found] = useLatest(async (signal) => (data ? statesOf(data, run, window, signal) : null), [data, run, window.join()]);
  if (!found || !data) {
    return null;
  }
  const idle = new Array<number>(ranks).fill(0);
  for (const total of found.totals) {
    const { rank } = data.rows[total.row]!;
    if (rank >= 0 && rank < ranks) {
      idle[rank]! += total.idle;
    }
  }
  return idle;
}

export function Summary({ run, selection, change, pairs, ranks, where, window }: ViewProps & { pairs: Pair[]; ranks: number; where: string; window: Span }) {
  const all = summaryOf(pairs, ranks);
  const idle = useIdle(run.document.timeline, selection.run, window, ranks);
  const length = window[1] - window[0];
  const whole = (value: unknown) => count(Number(value));
  const columns: TableColumn[] = [
    { key: 'rank', title: 'rank', value: (row) => all[row]!.rank, text: whole, number: true },
    { key: 'sent', title: 'sent', value: (row) => all[row]!.sent, text: whole, number: true },
    { key: 'sentBytes', title: 'bytes sent', unit: 'B', value: (row) => all[row]!.sentBytes, text: whole, number: true },
    { key: 'received', title: 'received', value: (row) => all[row]!.received, text: whole, number: true },
    { key: 'receivedBytes', title: 'bytes received', unit: 'B', value: (row) => all[row]!.receivedBytes, text: whole, number: true },
  ];
  if (idle) {
    columns.push({ key: 'idle', title: 'waited (idle)', unit: 'ns', number: true, value: (row) => idle[row]!, part: (row) => idle[row]! / Math.max(1, length), text: (value) => `${quantity(Number(value), 'ns')} (${share(Number(value), length)})` });
  }
  const rows = inOrder(all.map((_, row) => row), columns, selection.sort);
  return (
    <section class="filled summary">
      <h2>What each rank sent and received</h2>
      <p class="note" role="status">{`${where}${idle ? '' : '. Without a trace it is not known how long ranks waited'}`}</p>
      <DataTable name="Communication by rank" columns={columns} rows={rows} sort={selection.sort} onSort={(sort) => change({ sort })} />
    </section>
  );
}

const mostBars = 64;

export function Queues({ messages, ranks, where, window }: { messages: Messages; ranks: number; where: string; window: Span }) {
  if (!messages.complete) {
    return <p class="note">There are too many messages in this part of the time to count them one by one: choose a narrower window in the timeline.</p>;
  }
  const queues = queuesOf(messages.list, ranks, window).sort((a, b) => b.most - a.most || a.rank - b.rank);
  return (
    <section>
      <h2>Messages on their way to each rank: sent, not yet received</h2>
      <p class="note" role="status">{`${where}. Bar: the most messages at once, and their bytes; sorted by it.`}</p>
      <Bars
        name="Queue of each receiver"
        unit=""
        bars={queues.slice(0, mostBars).map((queue) => ({
          key: String(queue.rank),
          label: `rank ${queue.rank}`,
          value: queue.most,
          text: `${count(queue.most)}, ${bytes(queue.mostBytes)}`,
          title: `rank ${queue.rank}: at most ${plural(queue.most, 'message')}, ${quantity(queue.mostBytes, 'B')} at once; ${queue.mean.toFixed(2)} messages in the mean`,
        }))}
      />
    </section>
  );
}
