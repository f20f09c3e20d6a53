// What goes from rank to rank: a matrix, a network, sums of each rank, and queues.

import { useMemo } from 'preact/hooks';
import { count, plural, quantity } from '../data/numbers.ts';
import type { TimelineData } from '../data/timeline.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { SizeFilter, sizesText } from '../parts/SizeFilter.tsx';
import { amount } from '../state/theme.ts';
import { isOfSize, type Kind, kindOf, kinds, type Matrix, matrixOf, type Pair, pairsOfMessages, pairsOfRun, pairsOfSizes, ranksOf, sizeClasses } from '../data/traffic.ts';
import { messagesIn, type Messages, type Span, wholeOf } from '../data/window.ts';
import { useLatest } from '../state/latest.ts';
import type { View, ViewProps } from '../state/view.ts';
import { Network } from './CommunicationNetwork.tsx';
import { Queues, Summary } from './CommunicationSummary.tsx';
import { spanText } from './RankStates.tsx';

type Shown = 'bytes' | 'messages' | 'mean';

const nouns: Record<Kind, string> = { messages: 'messages', oneSided: 'one-sided accesses', collectives: 'parts of collective calls' };

function valueOf(matrix: Matrix, shown: Shown, from: number, to: number): number {
  const [messages, bytes] = [matrix.messages[from]![to]!, matrix.bytes[from]![to]!];
  return shown === 'messages' ? messages : shown === 'bytes' ? bytes : messages > 0 ? bytes / messages : 0;
}

const units: Record<Shown, string> = { bytes: 'B', messages: '', mean: 'B' };

/** Bytes with a prefix, so that they fit into a cell. */
export function short(value: number): string {
  const prefixes = ['', 'k', 'M', 'G', 'T', 'P'];
  let size = value;
  let place = 0;
  while (size >= 999.5 && place < prefixes.length - 1) {
    size /= 1000;
    place += 1;
  }
  return `${place === 0 || size >= 99.5 ? Math.round(size) : size.toPrecision(2)}${prefixes[place]}`;
}

function MatrixView({ run, selection, change, pairs, ranks, where }: ViewProps & Shared) {
  const kind = kindOf(run, selection.kind);
  const matrix = matrixOf(pairs, ranks);
  const choices = kinds.filter(([known]) => run.document.views[known].rows.length > 0);
  const shown: Shown = selection.show === 'messages' || selection.show === 'mean' ? selection.show : 'bytes';
  const { labels } = matrix;
  const values = labels.map((_, from) => labels.map((_label, to) => valueOf(matrix, shown, from, to)));
  const largest = Math.max(1, ...values.flat());
  const sums = shown !== 'mean';
  const isLarge = labels.length > 16;
  const sum = (list: number[]) => list.reduce((all, value) => all + value, 0);
  return (
    <section>
      <h2>{`${shown === 'bytes' ? 'Bytes' : shown === 'messages' ? 'Number' : 'Mean size'} of ${nouns[kind]} from rank (row) to rank (column)`}</h2>
      {choices.length > 1 && (
        <div class="controls">
          <Choice name="Calls" value={kind} choices={choices} onChoose={(next) => change({ kind: next, pair: '' })} />
        </div>
      )}
      <Choice name="Cells" value={shown} choices={[['bytes', 'bytes'], ['messages', 'number'], ['mean', 'mean size']]} onChoose={(show) => change({ show })} />
      <p class="note" role="status">{`${where}. Cells${units[shown] ? ` in ${units[shown]}` : ''}; darker is more, up to ${quantity(largest, units[shown])}.${matrix.block > 1 ? ` ${matrix.block} ranks share a row.` : ''}`}</p>
      <div class="matrix-scroller" tabIndex={0} role="region" aria-label="Matrix of messages">
        <table class={isLarge ? 'matrix matrix-small' : 'matrix'}>
          <thead>
            <tr>
              <th scope="col">from \ to</th>
              {labels.map((label) => (
                <th scope="col" key={label}>
                  {label}
                </th>
              ))}
              {sums && <th scope="col">sent</th>}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, from) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values[from]!.map((value, to) => {
                  const pair = `${label}-${labels[to]}`;
                  const paint = amount(value > 0 ? 0.1 + (0.9 * value) / largest : 0);
                  const title = `${label} to ${labels[to]}: ${plural(matrix.messages[from]![to]!, 'message')}, ${count(matrix.bytes[from]![to]!)} B`;
                  return (
                    <td key={pair} title={title} data-pair={pair} data-value={value} class={value > 0 ? (selection.pair === pair ? 'cell-selected' : '') : 'cell-none'} style={value > 0 ? { background: paint.fill, color: paint.text } : {}}>
                      {value > 0 ? (
                        <button tabIndex={-1} onClick={() => change({ pair: selection.pair === pair ? '' : pair })} aria-label={isLarge ? title : undefined}>
                          {isLarge ? '' : short(value)}
                        </button>
                      ) : (
                        ''
                      )}
                    </td>
                  );
                })}
                {sums && <td class="matrix-sum">{short(sum(values[from]!))}</td>}
              </tr>
            ))}
            {sums && (
              <tr>
                <th scope="row">received</th>
                {labels.map((label, to) => (
                  <td key={label} class="matrix-sum">
                    {short(sum(values.map((row) => row[to]!)))}
                  </td>
                ))}
                <td class="matrix-sum">{short(sum(values.flat()))}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Pairs({ selection, change, pairs }: ViewProps & Shared) {
  const whole = (value: unknown) => count(Number(value));
  const columns: TableColumn[] = [
    { key: 'from', title: 'from', value: (row) => pairs[row]!.from },
    { key: 'to', title: 'to', value: (row) => pairs[row]!.to },
    { key: 'messages', title: 'messages', number: true, value: (row) => pairs[row]!.messages, text: whole },
    { key: 'bytes', title: 'bytes', unit: 'B', number: true, value: (row) => pairs[row]!.bytes, text: whole },
    { key: 'mean', title: 'mean size', unit: 'B', number: true, value: (row) => pairs[row]!.bytes / Math.max(1, pairs[row]!.messages), text: (value) => (Number.isInteger(value) ? whole(value) : Number(value).toFixed(1)) },
  ];
  const column = columns.find((one) => one.key === selection.sort.replace(/^-/, '')) ?? columns[3]!;
  const rows = pairs.map((_, row) => row);
  rows.sort((a, b) => Number(column.value(b)) - Number(column.value(a)) || a - b);
  if (selection.sort.startsWith('-')) {
    rows.reverse();
  }
  const pairOf = (row: number) => `${pairs[row]!.from}-${pairs[row]!.to}`;
  return (
    <section class="filled">
      <h2>{plural(rows.length, 'pair')} of ranks</h2>
      <DataTable
        name="Messages between ranks"
        columns={columns}
        rows={rows}
        sort={column.key === selection.sort.replace(/^-/, '') ? selection.sort : 'bytes'}
        onSort={(sort) => change({ sort })}
        selected={rows.find((row) => pairOf(row) === selection.pair) ?? null}
        onSelect={(row) => change({ pair: pairOf(row) })}
      />
    </section>
  );
}

function Communicators({ run, selection }: ViewProps) {
  const table = run.document.views.communicators;
  if (table.rows.length === 0) {
    return null;
  }
  const columns: TableColumn[] = table.columns.map((column, index) => ({
    key: column.key,
    title: column.title,
    unit: column.unit,
    number: index > 0,
    value: (row) => table.rows[row]![index]!,
    text: index === 0 || column.unit === 'ns' ? undefined : (value) => count(Number(value)),
  }));
  return (
    <section class="filled">
      <h2>{`${plural(table.rows.length, 'communicator')}${selection.sizes ? ', messages of all sizes' : ''}`}</h2>
      <DataTable name="Communicators" columns={columns} rows={table.rows.map((_, row) => row)} />
    </section>
  );
}

interface Shared {
  pairs: Pair[];
  ranks: number;
  /** The part of the time, in words. */
  where: string;
}

const pictures: [string, string][] = [
  ['', 'matrix'],
  ['network', 'network'],
  ['summary', 'by rank'],
  ['queue', 'queues'],
];

/** Queues are known where the trace has messages. */
function picturesOf(data: TimelineData | undefined): [string, string][] {
  return data && data.messages > 0 ? pictures : pictures.slice(0, 3);
}

function pictureOf(show: string, data: TimelineData | undefined): string {
  return picturesOf(data).find(([picture]) => picture && show.startsWith(picture))?.[0] ?? '';
}

const noMessages: Messages = { list: [], complete: true };

function Communication(props: ViewProps) {
  const { run, selection, change, now } = props;
  const data = run.document.timeline;
  const kind = kindOf(run, selection.kind);
  const picture = pictureOf(selection.show, data);
  const { sizes } = selection;
  const all = useMemo(() => pairsOfRun(run, kind), [run, kind]);
  const ofRun = useMemo(() => (sizes ? pairsOfSizes(run, kind, sizes) : all), [run, kind, all, sizes?.join()]);
  // Only the trace knows when messages went; and only messages are in it.
  const isWindowed = data !== undefined && data.messages > 0 && (kind === 'messages' || all.length === 0) && (now !== null || picture === 'queue' || all.length === 0);
  const window = now ?? (data ? wholeOf(data) : ([0, Math.max(1, run.document.timeNs)] as Span));
  const [found, problem] = useLatest(async (signal) => (isWindowed ? messagesIn(data, selection.run, window, signal) : noMessages), [isWindowed, data, selection.run, window.join()]);
  const everyMessage = found ?? noMessages;
  const messages = useMemo(() => ({ ...everyMessage, list: everyMessage.list.filter(({ bytes }) => isOfSize(bytes, sizes)) }), [everyMessage, sizes?.join()]);
  const pairs = useMemo(() => (isWindowed ? pairsOfMessages(messages.list) : ofRun), [isWindowed, messages, ofRun]);
  const ranks = ranksOf(run, all.length > 0 ? all : pairs);
  const where = problem || (isWindowed ? `Under way in ${spanText(window, wholeOf(data))}${messages.complete ? '' : '; only the first 50,000 messages'}` : 'In the whole run') + (sizes ? `; only ${nouns[kind]} ${sizesText(sizes)}` : '');
  const shared = { pairs, ranks, where };
  return (
    <>
      <div class="controls">
        <Choice name="Show" value={picture} choices={picturesOf(data)} onChoose={(show) => change({ show, sort: '' })} />
        <SizeFilter classes={sizeClasses(run, kind, everyMessage.list)} sizes={sizes} onChoose={(chosen) => change({ sizes: chosen })} />
      </div>
      <div class="communication">
        {picture === 'network' && <Network {...props} {...shared} layoutPairs={all.length > 0 ? all : pairs} />}
        {picture === 'summary' && <Summary {...props} {...shared} window={window} />}
        {picture === 'queue' && <Queues messages={messages} ranks={ranks} where={where} window={window} />}
        {picture === '' && <MatrixView {...props} {...shared} />}
        {picture === '' && <Pairs {...props} {...shared} />}
        {picture === '' && <Communicators {...props} />}
      </div>
    </>
  );
}

export const communication: View = {
  id: 'communication',
  title: 'Communication',
  dynamic: true,
  missing: (run) => (kinds.every(([kind]) => run.document.views[kind].rows.length === 0) && !run.document.timeline?.messages ? 'Nothing that went from rank to rank was measured: `gantry exec -- mpirun ...` with the module mpi counts messages.' : ''),
  show: (props) => <Communication {...props} />,
};
