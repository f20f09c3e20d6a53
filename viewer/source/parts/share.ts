// What a view can be taken along as: a table of text, a file, a link.

/** Tables of a view say here what they have, rows out of sight as well. */
const contents = new WeakMap<Element, () => string[][]>();

export function offerTable(element: Element, rows: () => string[][]): void {
  contents.set(element, rows);
}

function titled(element: Element): string {
  return element.getAttribute('aria-label') ?? '';
}

interface NamedTable {
  name: string;
  rows: string[][];
}

/** All tables in a view, with their names. */
export function tablesIn(view: Element): NamedTable[] {
  return [...view.querySelectorAll('[data-table]')].flatMap((element) => {
    const rows = contents.get(element)?.() ?? [];
    return rows.length > 0 ? [{ name: titled(element), rows }] : [];
  });
}

/** Columns with tabs between them, as spreadsheets take them. */
export function tabbed(tables: NamedTable[]): string {
  return tables.map(({ name, rows }) => `${tables.length > 1 ? `${name}\n` : ''}${rows.map((row) => row.map((cell) => cell.replace(/[\t\n\r]/g, ' ')).join('\t')).join('\n')}`).join('\n\n');
}

/** A cell that begins like a formula would be run by spreadsheets, so it gets an apostrophe. */
function csvCell(cell: string): string {
  const text = /^[=+@\t\r]|^-(?![\d.])/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(tables: NamedTable[]): string {
  return tables.map(({ name, rows }) => `${tables.length > 1 ? `${csvCell(name)}\n` : ''}${rows.map((row) => row.map(csvCell).join(',')).join('\n')}`).join('\n\n') + '\n';
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from disk may not use the clipboard so.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (!done) {
      throw new Error('This browser does not let the page copy.');
    }
  }
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A name for files of this run. */
export function fileName(run: string, view: string, ending: string): string {
  return `${run.replace(/[^\w.-]+/g, '_')}-${view}.${ending}`;
}
