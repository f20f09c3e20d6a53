// Messages from rank to rank: a matrix, and the pairs as a table.

import { count, plural, quantity } from '../data/numbers.ts';
import { Choice } from '../parts/Choice.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { amount } from '../state/theme.ts';
import type { Run } from '../data/run.ts';
import type { View, ViewProps } from '../state/view.ts';

type Shown = 'bytes' | 'messages' | 'mean';
type Kind = 'messages' | 'oneSided' | 'collectives';

const kinds: [Kind, string][] = [
  ['messages', 'messages'],
  ['oneSided', 'one-sided'],
  ['collectives', 'collective'],
];

const nouns: Record<Kind, string> = { messages: 'messages', oneSided: 'one-sided accesses', collectives: 'parts of collective calls' };

/** The chosen kind, or the first that the run has. */
function kindOf(run: Run, chosen: string): Kind {
  const there = kinds.map(([kind]) => kind).filter((kind) => run.document.views[kind].rows.length > 0);
  return there.find((kind) => kind === chosen) ?? there[0] ?? 'messages';
}

const mostCells = 64;

interface Matrix {
  labels: string[];
  /** By sender and receiver. */
  messages: number[][];
  bytes: number[][];
  /** Ranks that share a row. */
  block: number;
}

/** Rows and columns are ranks, or blocks of neighbouring ranks where there are many. The last may be "others". */
export function matrixOf(run: Run, kind: Kind): Matrix {
  const { rows } = run.document.views[kind];
  const ranks = rows.flatMap((row) => [row[0], row[1]]);
  const numbers = ranks.filter((rank) => rank !== 'others').map(Number);
  const size = Math.max(run.document.ranks ?? 0, ...numbers.map((rank) => rank + 1));
  const block = Math.ceil(size / mostCells);
  const cells = Math.ceil(size / block);
  const labels = Array.from({ length: cells }, (_, cell) => (block === 1 ? String(cell) : `${cell * block}-${Math.min(size, (cell + 1) * block) - 1}`));
  if (ranks.includes('others')) {
    labels.push('others');
  }
  const empty = () => labels.map(() => labels.map(() => 0));
  const matrix: Matrix = { labels, messages: empty(), bytes: empty(), block };
  const placeOf = (rank: unknown) => (rank === 'others' ? labels.length - 1 : Math.floor(Number(rank) / block));
  for (const row of rows) {
    const [from, to] = [placeOf(row[0]), placeOf(row[1])];
    matrix.messages[from]![to]! += Number(row[2]);
    matrix.bytes[from]![to]! += Number(row[3]);
  }
  return matrix;
}

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

function MatrixView({ run, selection, change }: ViewProps) {
  const kind = kindOf(run, selection.kind);
  const matrix = matrixOf(run, kind);
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
      <p class="note">{`Cells${units[shown] ? ` in ${units[shown]}` : ''}; darker is more, up to ${quantity(largest, units[shown])}.${matrix.block > 1 ? ` ${matrix.block} ranks share a row.` : ''}`}</p>
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

function Pairs({ run, selection, change }: ViewProps) {
  const table = run.document.views[kindOf(run, selection.kind)];
  const columns: TableColumn[] = table.columns.map((column, index) => ({
    key: column.key,
    title: column.title,
    unit: column.unit,
    number: index > 1,
    value: (row) => table.rows[row]![index]!,
    text: index < 2 ? undefined : (value) => (Number.isInteger(value) ? count(Number(value)) : Number(value).toFixed(1)),
  }));
  const key = columns.findIndex((column) => column.key === selection.sort.replace(/^-/, ''));
  const rows = table.rows.map((_, row) => row);
  const order = key < 0 ? 3 : key;
  rows.sort((a, b) => Number(table.rows[b]![order]) - Number(table.rows[a]![order]));
  if (selection.sort.startsWith('-')) {
    rows.reverse();
  }
  const pairOf = (row: number) => `${table.rows[row]![0]}-${table.rows[row]![1]}`;
  return (
    <section class="filled">
      <h2>{rows.length === 1 ? '1 pair of ranks' : `${count(rows.length)} pairs of ranks`}</h2>
      <DataTable
        name="Messages between ranks"
        columns={columns}
        rows={rows}
        sort={key < 0 ? 'bytes' : selection.sort}
        onSort={(sort) => change({ sort })}
        selected={rows.find((row) => pairOf(row) === selection.pair) ?? null}
        onSelect={(row) => change({ pair: pairOf(row) })}
      />
    </section>
  );
}

function Communicators({ run }: ViewProps) {
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
    text: index === 0 ? undefined : (value) => count(Number(value)),
  }));
  return (
    <section class="filled">
      <h2>{plural(table.rows.length, 'communicator')}</h2>
      <DataTable name="Communicators" columns={columns} rows={table.rows.map((_, row) => row)} />
    </section>
  );
}

export const communication: View = {
  id: 'communication',
  title: 'Communication',
  missing: (run) => (kinds.every(([kind]) => run.document.views[kind].rows.length === 0) ? 'Nothing that went from rank to rank was measured: `gantry exec -- mpirun ...` with the module mpi counts messages.' : ''),
  help: 'Messages, one-sided communication and the parts of collective calls, counted by the sender; ranks are those of MPI_COMM_WORLD. Rows send, columns receive. With more than 64 ranks neighbouring ones share a row.',
  show: (props) => (
    <div class="communication">
      <MatrixView {...props} />
      <Pairs {...props} />
      <Communicators {...props} />
    </div>
  ),
};
