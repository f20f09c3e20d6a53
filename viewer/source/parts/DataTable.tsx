// A table of which only the rows in sight are in the document, so that any number of rows can be scrolled.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Cell } from '../data/document.ts';
import { quantity } from '../data/numbers.ts';
import type { Paint } from '../state/theme.ts';
import { offerTable } from './share.ts';

export interface TableColumn {
  key: string;
  title: string;
  unit?: string;
  /** How the value is shown, where the usual way does not do. */
  text?: (value: Cell, row: number) => ComponentChildren;
  value: (row: number) => Cell;
  wide?: boolean;
  number?: boolean;
  /** From 0 to 1: a bar behind the number. */
  part?: (row: number) => number;
  /** A colour of the cell that stands for its value. */
  paint?: (row: number) => Paint | null;
  /** Shown where the pointer rests on the title. */
  hint?: string;
}

export interface TreeRow {
  depth: number;
  /** Whether the rows below it are shown; undefined: there are none. */
  open?: boolean;
}

interface DataTableProps {
  name: string;
  columns: TableColumn[];
  rows: number[];
  sort?: string;
  onSort?: (sort: string) => void;
  selected?: number | null;
  onSelect?: (row: number) => void;
  /** The space bar. */
  onMark?: (row: number) => void;
  marked?: (row: number) => boolean;
  tree?: (row: number) => TreeRow;
  onToggle?: (row: number) => void;
}

const rowHeight = 26;
const aroundSight = 8;

function cellText(column: TableColumn, row: number): ComponentChildren {
  const value = column.value(row);
  if (column.text) {
    return column.text(value, row);
  }
  if (typeof value === 'number') {
    return quantity(value, column.unit ?? '');
  }
  return value === null ? '-' : typeof value === 'boolean' ? (value ? 'yes' : '') : value;
}

/** What a cell has no place for, when the pointer is on it: as an attribute of every cell it would be written with each state of a live program. */
function explain(cell: HTMLElement | null, columns: TableColumn[]): void {
  const column = columns.find(({ key }) => key === cell?.dataset['key']);
  if (cell && column) {
    const value = cell.dataset['value']!;
    cell.title = column.number ? `${value || '-'} ${column.unit ?? ''}` : value;
  }
}

function styleOf(column: TableColumn, row: number) {
  const paint = column.paint?.(row);
  if (paint) {
    return { background: paint.fill, color: paint.text };
  }
  // The size of a background, so that a bar that grows lays nothing out anew.
  return column.part ? { backgroundSize: `${100 * Math.max(0, Math.min(1, column.part(row)))}% 22px` } : undefined;
}

function FirstCell({ table, row, tree, children }: { table: DataTableProps; row: number; tree: TreeRow | undefined; children: ComponentChildren }) {
  return (
    <>
      {tree && (
        <span
          class="tree-mark"
          style={{ marginLeft: `${Math.min(tree.depth, 30) * 14}px` }}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            table.onToggle?.(row);
          }}
        >
          {tree.open === undefined ? '' : tree.open ? '\u25be' : '\u25b8'}
        </span>
      )}
      {table.marked?.(row) && <span class="cell-mark" aria-label="chosen region">{'\u25cf '}</span>}
      {children}
    </>
  );
}

function TableRow({ table, row, place, active, id }: { table: DataTableProps; row: number; place: number; active: boolean; id: string }) {
  const tree = table.tree?.(row);
  return (
    <tr
      id={id}
      role="row"
      data-row={row}
      aria-rowindex={place + 2}
      aria-selected={table.selected === row}
      aria-level={tree ? tree.depth + 1 : undefined}
      aria-expanded={tree?.open}
      class={`${active ? 'row-active' : ''} ${table.selected === row ? 'row-selected' : ''}`}
      onClick={() => table.onSelect?.(row)}
    >
      {table.columns.map((column, index) => (
        <td
          key={column.key}
          role="gridcell"
          data-key={column.key}
          data-value={String(column.value(row) ?? '')}
          class={`${column.number ? 'cell-number' : ''} ${column.part ? 'cell-part' : ''}`}
          style={styleOf(column, row)}
        >
          {index > 0 ? cellText(column, row) : <FirstCell table={table} row={row} tree={tree}>{cellText(column, row)}</FirstCell>}
        </td>
      ))}
    </tr>
  );
}

function HeadCell({ column, sort, onSort }: { column: TableColumn; sort: string; onSort?: (sort: string) => void }) {
  const descending = sort === column.key;
  const ascending = sort === `-${column.key}`;
  const title = column.unit && column.unit !== 'ns' ? `${column.title} [${column.unit}]` : column.title;
  const order = descending ? 'descending' : ascending ? 'ascending' : undefined;
  return (
    <th role="columnheader" title={column.hint} class={column.number ? 'cell-number' : ''} aria-sort={order}>
      {onSort ? (
        <button data-sort={column.key} onClick={() => onSort(descending ? `-${column.key}` : column.key)}>
          {title}
          <span aria-hidden="true">{descending ? ' \u25be' : ascending ? ' \u25b4' : ''}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

export function DataTable(table: DataTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [active, setActive] = useState(0);
  const { rows, columns } = table;
  useLayoutEffect(() => {
    const element = scroller.current!;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    offerTable(scroller.current!, () => [columns.map((column) => (column.unit ? `${column.title} [${column.unit}]` : column.title)), ...rows.map((row) => columns.map((column) => String(column.value(row) ?? '')))]);
  });
  useEffect(() => {
    const place = table.selected === null || table.selected === undefined ? -1 : rows.indexOf(table.selected);
    if (place >= 0) {
      setActive(place);
      reveal(place);
    }
  }, [table.selected, rows.length]);

  function reveal(place: number) {
    const element = scroller.current!;
    const head = rowHeight;
    if (place * rowHeight < element.scrollTop) {
      element.scrollTop = place * rowHeight;
    } else if ((place + 1) * rowHeight + head > element.scrollTop + element.clientHeight) {
      element.scrollTop = (place + 1) * rowHeight + head - element.clientHeight;
    }
  }

  function onKey(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor(height / rowHeight) - 2);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length };
    const step = steps[event.key];
    const row = rows[active];
    if (event.target !== scroller.current || row === undefined) {
      return;
    }
    if (step !== undefined) {
      const next = Math.max(0, Math.min(rows.length - 1, active + step));
      setActive(next);
      reveal(next);
    } else if (event.key === 'Enter') {
      table.onSelect?.(row);
    } else if (event.key === ' ' && table.onMark) {
      table.onMark(row);
    } else if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && table.tree) {
      if (table.tree(row).open === (event.key === 'ArrowLeft')) {
        table.onToggle?.(row);
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  const first = Math.max(0, Math.floor(top / rowHeight) - aroundSight);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + aroundSight);
  const idOf = (place: number) => `${table.name.replace(/\W/g, '')}-row-${place}`;
  return (
    <div
      class="table-scroller"
      ref={scroller}
      data-table="yes"
      tabIndex={0}
      role={table.tree ? 'treegrid' : 'grid'}
      aria-label={table.name}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows.length > active && active >= first && active < last ? idOf(active) : undefined}
      onScroll={() => setTop(scroller.current!.scrollTop)}
      onKeyDown={onKey}
    >
      <table role="presentation">
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} class={column.wide ? 'col-wide' : column.number ? 'col-number' : ''} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={table.sort ?? ''} onSort={table.onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" onPointerOver={(event) => explain((event.target as Element).closest('td'), columns)}>
          {first > 0 && <tr aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />}
          {/* By place: rows that only change their order are not made anew. */}
          {rows.slice(first, last).map((row, index) => (
            <TableRow key={first + index} table={table} row={row} place={first + index} active={first + index === active} id={idOf(first + index)} />
          ))}
          {last < rows.length && <tr aria-hidden="true" style={{ height: `${(rows.length - last) * rowHeight}px` }} />}
        </tbody>
      </table>
    </div>
  );
}
