// The order of the rows of a table, as a click on the title of a column asks: the key of the column, after a minus the other way round.

import type { TableColumn } from './DataTable.tsx';

/** A copy of the rows: numbers from the largest on, texts from the first on, equal ones by row; as they are where there is no such column. */
export function inOrder(rows: number[], columns: TableColumn[], sort: string): number[] {
  const column = columns.find(({ key }) => key === sort.replace(/^-/, ''));
  if (!column) {
    return [...rows];
  }
  const texts = (a: number, b: number) => (String(column.value(a)) < String(column.value(b)) ? -1 : String(column.value(a)) > String(column.value(b)) ? 1 : 0);
  const compare = (a: number, b: number) => (column.number ? Number(column.value(b)) - Number(column.value(a)) : texts(a, b));
  return [...rows].sort((a, b) => compare(a, b) * (sort.startsWith('-') ? -1 : 1) || a - b);
}
