// One source file of a run with what was measured of its lines: the text is that of the archive.

import type { SourceFile } from '../data/document.ts';
import { share } from '../data/numbers.ts';
import type { Run } from '../data/run.ts';
import { fileOf, placeIn, shownLines, timerAt } from '../data/sources.ts';
import { DataTable, type TableColumn } from './DataTable.tsx';
import type { DrawerProps } from './Drawer.tsx';

function columnsOf(run: Run, file: SourceFile, places: Map<number, number>): TableColumn[] {
  const { lines } = file;
  const value = (list: number[]) => (line: number) => {
    const place = places.get(line);
    return place === undefined || list[place] === 0 ? null : list[place]!;
  };
  const percent = (key: string, title: string, list: number[], hint: string): TableColumn => ({
    key,
    title,
    number: true,
    hint,
    value: value(list),
    text: (part) => (part === null ? '' : share(Number(part), 100)),
    part: (line) => Number(value(list)(line) ?? 0) / 100,
  });
  const columns: TableColumn[] = [];
  if (lines.whole.some((part) => part > 0)) {
    columns.push(percent('own', 'own', lines.own, 'share of all samples: in the line itself'));
    columns.push(percent('whole', 'with calls', lines.whole, 'share of all samples: with what the line called'));
  }
  if (lines.timer.some((name) => name !== '')) {
    const blank = (text: TableColumn['text']): TableColumn['text'] => (one, row) => (one === null ? '' : text ? text(one, row) : String(one));
    columns.push({ key: 'calls', title: 'calls', number: true, value: value(lines.calls), text: blank(undefined) });
    const metric = run.document.metrics[0]!;
    columns.push({ key: 'inclusive', title: 'inclusive', number: true, hint: `share of ${metric.name}`, value: value(lines.inclusive), text: blank((one) => share(Number(one), metric.total)) });
  }
  columns.push({ key: 'line', title: 'line', number: true, value: (line) => line, text: String });
  columns.push({ key: 'text', title: 'text', wide: true, value: (line) => file.text?.[line - 1] ?? '', text: (text) => <code class="source-line">{text}</code> });
  return columns;
}

/** What there is to say of the text: what became of the file, or why there is none. */
function noteOf(file: SourceFile): string {
  if (file.text) {
    return file.note ? `${file.note[0]!.toUpperCase()}${file.note.slice(1)}; this is its text at the end of the run.` : 'The text at the end of the run.';
  }
  return file.leftOut ? `The archive does not have the text: ${file.leftOut}.` : 'The archive does not have the text; gantry exec --sources keeps it.';
}

export function SourceText({ run, selection, change }: DrawerProps) {
  const files = run.document.sources?.files ?? [];
  const at = selection.timer === null ? undefined : run.timerOf.get(selection.timer);
  const place = at === undefined ? null : placeIn(run.document.timers.name[at]!);
  const ofTimer = fileOf(files, place);
  const file = files.find((one) => one.path === selection.file) ?? ofTimer ?? files[0];
  if (!file) {
    return null;
  }
  const places = new Map(file.lines.line.map((line, index) => [line, index]));
  const hottest = file.lines.line[file.lines.own.reduce((best, part, at) => (part > file.lines.own[best]! ? at : best), 0)] ?? null;
  return (
    <section class="source" aria-label="Source file" data-source={file.path}>
      <label class="source-file">
        <span>File</span>
        <select value={file.path} onChange={(event) => change({ file: event.currentTarget.value })}>
          {files.map((one) => (
            <option key={one.path} value={one.path}>
              {`${one.path.replace(/^.*\/(?=[^/]*\/)/, '')}${one.own > 0 ? `, ${share(one.own, 100)}` : ''}`}
            </option>
          ))}
        </select>
      </label>
      <p class="note" role="status">
        <span class="source-path">{file.path}</span>
        {`: ${noteOf(file)}`}
      </p>
      <DataTable
        name="Source lines"
        columns={columnsOf(run, file, places)}
        rows={shownLines(file)}
        selected={ofTimer === file && place ? place.line : hottest}
        onSelect={(line) => {
          const timer = timerAt(run, file, line);
          if (timer !== null) {
            change({ timer, path: null, file: file.path });
          }
        }}
      />
    </section>
  );
}
