// What `gantry report` says, to be compared with what a view shows.

import { run } from './browser.mjs';

/** The tables of `gantry report --io --json` by their names: rows as objects by key. */
export function tablesOf(file) {
  const document = JSON.parse(run('report', '--json', '--raw', '--io', file));
  return Object.fromEntries(document.views.map(({ view, columns, rows }) => [view, rows.map((row) => Object.fromEntries(columns.map((column, index) => [column.key, row[index]])))]));
}

/** The rows of a report by the keys that the page shows, as texts. */
export function asShown(rows, shown) {
  return rows.map((row) => Object.fromEntries(Object.keys(shown[0]).map((key) => [key, String(row[key] ?? '')])));
}
