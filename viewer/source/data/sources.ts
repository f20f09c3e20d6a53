// The source files of a run, with what was measured of their lines; docs/formats/page.md.

import type { SourceFile } from './document.ts';
import type { Run } from './run.ts';

export interface Place {
  file: string;
  line: number;
}

/** The place that the name of a timer has, as "solve [{a.cpp} {12,5}]"; null: none. */
export function placeIn(name: string): Place | null {
  const found = name.match(/ \[\{(.+)\} \{(\d+),\d+\}/);
  return found ? { file: found[1]!, line: Number(found[2]) } : null;
}

function isAt(file: SourceFile, place: Place): boolean {
  return file.path === place.file || file.path.endsWith(`/${place.file.replace(/^(\.\/)+/, '')}`);
}

/** The file that a timer is in; null: not known. */
export function fileOf(files: SourceFile[], place: Place | null): SourceFile | null {
  return place === null ? null : (files.find((file) => isAt(file, place) && file.lines.line.includes(place.line)) ?? null);
}

/** The id of the first timer at a line; null: none. */
export function timerAt(run: Run, file: SourceFile, line: number): number | null {
  const { timers } = run.document;
  const found = timers.name.findIndex((name) => {
    const place = placeIn(name);
    return place !== null && place.line === line && isAt(file, place);
  });
  return found < 0 ? null : timers.id[found]!;
}

/** The numbers of the lines to show: all of the text, or those that something is known of. */
export function shownLines(file: SourceFile): number[] {
  const text = file.text ?? [];
  const further = file.lines.line.filter((line) => line > text.length);
  return [...text.map((_, place) => place + 1), ...further];
}
