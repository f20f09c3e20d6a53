// Draws a window of a timeline. All that it needs is given, so that the same data give the same picture.

import { count, duration, plural, share, ticks } from '../data/numbers.ts';
import { type Line, placeOfRow } from '../data/groups.ts';
import { type Call, columnBegin, type Picture, type Tile, type TileRow, type TimelineData } from '../data/timeline.ts';
import type { Paint } from '../state/theme.ts';

export const labelWidth = 150;
export const axisHeight = 24;
export const rowHeight = 30;
const boxTop = 3;
const boxHeight = rowHeight - 6;
const depthStep = 4;
const leastMark = 4;

/** Busy, idle and overhead differ in lightness, too. */
export const statePaints: Record<string, Paint> = {
  busy: { fill: '#56b4e9', text: '#000' },
  idle: { fill: '#f5e9a8', text: '#000' },
  overhead: { fill: '#c2410c', text: '#fff' },
};

export interface Scene {
  data: TimelineData;
  picture: Picture;
  window: [number, number];
  lines: Line[];
  /** A line by its `row`, and a moment. */
  cursor: [number, number] | null;
  /** The moment up to which the run was played; null: it is not. */
  at: number | null;
  /** Calls that were searched for. */
  hits: Call[];
  byState: boolean;
  paint: (name: string, component: string) => Paint;
  width: number;
  /** The moment that the axis counts from; the begin of the measurement if there is none. */
  origin?: number;
  /** Text, lines, and what is quiet, of the theme. */
  ink: { text: string; quiet: string; line: string; accent: string };
}

export function heightOf(lines: number): number {
  return axisHeight + lines * rowHeight + 2;
}

export function xOf(scene: { window: [number, number]; width: number }, time: number): number {
  return labelWidth + ((time - scene.window[0]) / (scene.window[1] - scene.window[0])) * (scene.width - labelWidth);
}

/** Where a line begins. */
function topOf(place: number): number {
  return axisHeight + place * rowHeight;
}

/** A time on the axis, relative to the begin of the measurement, with the digits that the span needs. */
export function timeText(time: number, span: number): string {
  const [factor, unit] = span >= 2e9 ? [1e-9, 's'] : span >= 2e6 ? [1e-6, 'ms'] : span >= 2e3 ? [1e-3, 'us'] : [1, 'ns'];
  const digits = Math.max(0, Math.ceil(-Math.log10(Math.max(span * factor, 1e-9))) + 2);
  return `${(time * factor).toFixed(Math.min(digits, 9))} ${unit}`;
}

function drawAxis(context: CanvasRenderingContext2D, scene: Scene): void {
  const [from, to] = scene.window;
  const step = ticks(to - from, Math.max(2, Math.floor((scene.width - labelWidth) / 110)))[1] ?? to - from;
  context.textAlign = 'center';
  context.lineWidth = 1;
  const origin = scene.origin ?? 0;
  for (let time = Math.ceil((from - origin) / step) * step + origin; time <= to; time += step) {
    const x = Math.round(xOf(scene, time)) + 0.5;
    context.strokeStyle = scene.ink.line;
    context.beginPath();
    context.moveTo(x, axisHeight - 4);
    context.lineTo(x, heightOf(scene.lines.length));
    context.stroke();
    context.fillStyle = scene.ink.quiet;
    const text = timeText(time - origin, to - from);
    const half = context.measureText(text).width / 2;
    context.fillText(text, Math.min(Math.max(x, labelWidth + half), scene.width - half), 12);
  }
}

const hatches = new Map<string, CanvasPattern | null>();

/** Lines across a colour: idle rising, overhead falling, what is too small to be seen upright. */
function hatched(context: CanvasRenderingContext2D, kind: 'idle' | 'overhead' | 'small'): CanvasPattern | string {
  const known = hatches.get(kind);
  if (known) {
    return known;
  }
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [6, 6];
  const lines = tile.getContext('2d')!;
  lines.fillStyle = kind === 'small' ? '#6e7781' : statePaints[kind]!.fill;
  lines.fillRect(0, 0, 6, 6);
  lines.strokeStyle = kind === 'idle' ? 'rgba(0, 0, 0, 0.28)' : 'rgba(255, 255, 255, 0.55)';
  lines.beginPath();
  for (const shift of [-6, 0, 6]) {
    if (kind === 'small') {
      lines.moveTo(3, 0);
      lines.lineTo(3, 6);
    } else {
      lines.moveTo(shift, kind === 'idle' ? 6 : 0);
      lines.lineTo(shift + 6, kind === 'idle' ? 0 : 6);
    }
  }
  lines.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  hatches.set(kind, pattern);
  return pattern ?? lines.fillStyle;
}

function stateFill(context: CanvasRenderingContext2D, state: string): CanvasPattern | string {
  return state === 'idle' || state === 'overhead' ? hatched(context, state) : statePaints[state]!.fill;
}

/** Calls that are searched for, as marks above their rows, so that none is too short to be found. */
function drawHits(context: CanvasRenderingContext2D, scene: Scene): void {
  context.fillStyle = scene.ink.accent;
  for (const hit of scene.hits) {
    const place = placeOfRow(scene.lines, hit.row);
    if (place >= 0) {
      const x = Math.max(labelWidth, xOf(scene, hit.start));
      const top = topOf(place);
      context.beginPath();
      context.moveTo(x - 4, top);
      context.lineTo(x + 4, top);
      context.lineTo(x, top + 7);
      context.fill();
    }
  }
}

/** The cells of a line: its columns, and how many rows they are the sums of. */
interface Cells {
  tile: Tile;
  row: TileRow;
  of: number;
}

function cellsOf(picture: Picture, line: Line): Cells | null {
  const group = picture.groups.get(line.row);
  const tile = group?.tile ?? picture.tile;
  const row = tile.rows.find((one) => one.row === line.row);
  return row ? { tile, row, of: group?.of ?? 1 } : null;
}

function drawColumns(context: CanvasRenderingContext2D, scene: Scene, { tile, row, of }: Cells, place: number): void {
  const top = topOf(place) + boxTop;
  for (let column = 0; column < tile.columns; column += 1) {
    const [begin, end] = [columnBegin(tile, column), columnBegin(tile, column + 1)];
    // Whole pixels: edges between them would be drawn as a blend of colours.
    const left = Math.max(labelWidth, Math.round(xOf(scene, begin)));
    const width = Math.round(xOf(scene, end)) - left;
    const all = Math.max(1, (end - begin) * of);
    const parts: [string, number][] = [['busy', row.busy[column]!], ['overhead', row.overhead[column]!], ['idle', row.idle[column]!]];
    const measured = parts.reduce((sum, [, time]) => sum + time, 0);
    if ((measured === 0 && row.records[column] === 0) || width <= 0) {
      continue;
    }
    let bottom = top + boxHeight;
    if (scene.byState) {
      for (const [state, time] of parts) {
        const height = Math.min(1, time / all) * boxHeight;
        if (height > 0) {
          context.fillStyle = stateFill(context, state);
          context.fillRect(left, bottom - height, width, height);
        }
        bottom -= height;
      }
    } else {
      const height = Math.min(1, measured / all) * boxHeight;
      context.fillStyle = scene.paint(...(tile.names[row.name[column]!] ?? (['', ''] as const))).fill;
      context.fillRect(left, bottom - height, width, height);
    }
    if ((measured / all) * boxHeight < 1) {
      // Calls that are too short to be seen at this scale.
      context.fillStyle = hatched(context, 'small');
      context.fillRect(left, top + boxHeight - leastMark, Math.max(1, width), leastMark);
    }
  }
}

function drawCall(context: CanvasRenderingContext2D, scene: Scene, call: Call): void {
  const place = scene.lines.findIndex((line) => line.row === call.row);
  if (place < 0) {
    return;
  }
  const left = Math.max(labelWidth, xOf(scene, call.start));
  const right = Math.min(scene.width, xOf(scene, call.end));
  // Calls around it show at its top.
  const inset = Math.min(call.depth, 4) * depthStep;
  const top = topOf(place) + boxTop + inset;
  const width = Math.max(1, right - left);
  const paint = scene.byState ? (statePaints[call.state] ?? statePaints['busy']!) : scene.paint(call.name, call.component);
  context.fillStyle = scene.byState && width > 6 ? stateFill(context, call.state in statePaints ? call.state : 'busy') : paint.fill;
  context.fillRect(left, top, width, boxHeight - inset);
  if (width > 4) {
    context.strokeStyle = 'rgba(0, 0, 0, 0.35)';
    context.strokeRect(left + 0.5, top + 0.5, width - 1, boxHeight - inset - 1);
  }
}

/** Names where nothing inside a call hides them. */
function drawNames(context: CanvasRenderingContext2D, scene: Scene, calls: Call[]): void {
  context.textAlign = 'left';
  const inner = new Map<number, Call[]>();
  for (const call of calls) {
    inner.set(call.row, [...(inner.get(call.row) ?? []), call]);
  }
  for (const call of calls) {
    const left = Math.max(labelWidth, xOf(scene, call.start));
    const first = (inner.get(call.row) ?? []).reduce((least, other) => (other.depth > call.depth && other.start >= call.start && other.start < call.end ? Math.min(least, other.start) : least), call.end);
    const room = Math.min(scene.width, xOf(scene, first)) - left - 8;
    if (room < 30) {
      continue;
    }
    const paint = scene.byState ? (statePaints[call.state] ?? statePaints['busy']!) : scene.paint(call.name, call.component);
    let text = call.name;
    while (text.length > 3 && context.measureText(text).width > room) {
      text = `${text.slice(0, Math.max(1, Math.floor(text.length * 0.8) - 1))}\u2026`;
    }
    context.fillStyle = paint.text;
    context.fillText(text, left + 4, topOf(scene.lines.findIndex((line) => line.row === call.row)) + rowHeight / 2 + 2 + Math.min(call.depth, 4) * 2);
  }
}

function drawMessages(context: CanvasRenderingContext2D, scene: Scene): void {
  const placeOfRank = new Map<number, number>();
  scene.data.rows.forEach((row, number) => placeOfRank.has(row.rank) || placeOfRank.set(row.rank, placeOfRow(scene.lines, number)));
  context.strokeStyle = scene.ink.text;
  context.lineWidth = 1;
  // Many lines are a veil through which the calls can be seen.
  const many = scene.picture.messages?.length ?? 0;
  context.globalAlpha = many > 400 ? 0.2 : many > 100 ? 0.45 : 0.9;
  for (const message of scene.picture.messages ?? []) {
    const ends = [placeOfRank.get(message.from) ?? -1, placeOfRank.get(message.to) ?? -1] as const;
    // Both in one closed group, or one of them out of sight.
    if (Math.min(...ends) < 0 || (ends[0] === ends[1] && message.from !== message.to)) {
      continue;
    }
    context.beginPath();
    context.moveTo(xOf(scene, message.sent), topOf(ends[0]) + rowHeight / 2);
    context.lineTo(xOf(scene, message.received), topOf(ends[1]) + rowHeight / 2);
    context.stroke();
    drawHead(context, xOf(scene, message.sent), topOf(ends[0]) + rowHeight / 2, xOf(scene, message.received), topOf(ends[1]) + rowHeight / 2, many);
  }
  context.globalAlpha = 1;
}

/** The head of an arrow, where there are so few that it can be seen. */
function drawHead(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number, many: number): void {
  if (many > 200) {
    return;
  }
  const angle = Math.atan2(y2 - y1, x2 - x1);
  context.beginPath();
  for (const side of [-0.4, 0.4]) {
    context.moveTo(x2, y2);
    context.lineTo(x2 - 7 * Math.cos(angle + side), y2 - 7 * Math.sin(angle + side));
  }
  context.stroke();
}

/** How far a label is moved for each group around it. */
export const indent = 12;

function drawLabels(context: CanvasRenderingContext2D, scene: Scene): void {
  const isTree = scene.lines.some((line) => line.group || line.level > 0);
  context.textAlign = isTree ? 'left' : 'right';
  scene.lines.forEach((line, place) => {
    const top = topOf(place);
    context.fillStyle = scene.cursor?.[0] === line.row ? scene.ink.accent : scene.ink.text;
    const mark = line.group ? (line.open ? '\u25be ' : '\u25b8 ') : '';
    const left = 8 + line.level * indent;
    context.font = line.group ? `bold ${font}` : font;
    context.fillText(mark + line.label, isTree ? left : labelWidth - 8, top + rowHeight / 2 + 4, isTree ? labelWidth - left - 4 : labelWidth - 12);
    context.strokeStyle = scene.ink.line;
    context.beginPath();
    context.moveTo(0, top + rowHeight + 0.5);
    context.lineTo(scene.width, top + rowHeight + 0.5);
    context.stroke();
  });
  context.font = font;
}

const font = '11px system-ui, "DejaVu Sans", sans-serif';

/** Columns of lines that are groups, and of all where there are too many calls to be drawn. */
function drawLines(context: CanvasRenderingContext2D, scene: Scene): void {
  scene.lines.forEach((line, place) => {
    const cells = line.group || !scene.picture.calls ? cellsOf(scene.picture, line) : null;
    if (cells) {
      drawColumns(context, scene, cells, place);
    }
  });
}

export function drawScene(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d');
  if (!context) {
    return;
  }
  const scale = devicePixelRatio || 1;
  const height = heightOf(scene.lines.length);
  canvas.width = Math.round(scene.width * scale);
  canvas.height = Math.round(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.font = font;
  drawAxis(context, scene);
  drawLabels(context, scene);
  context.save();
  context.beginPath();
  context.rect(labelWidth, axisHeight, scene.width - labelWidth, height - axisHeight);
  context.clip();
  const { calls } = scene.picture;
  if (calls) {
    [...calls].sort((a, b) => a.depth - b.depth).forEach((call) => drawCall(context, scene, call));
    drawNames(context, scene, calls);
  }
  drawLines(context, scene);
  drawMessages(context, scene);
  drawHits(context, scene);
  if (scene.at !== null) {
    const x = Math.round(xOf(scene, scene.at));
    context.fillStyle = scene.ink.accent;
    context.fillRect(x - 1, axisHeight, 2, height);
  }
  if (scene.cursor) {
    const x = Math.round(xOf(scene, scene.cursor[1])) + 0.5;
    context.strokeStyle = scene.ink.accent;
    context.beginPath();
    context.moveTo(x, axisHeight);
    context.lineTo(x, height);
    context.stroke();
    const place = placeOfRow(scene.lines, scene.cursor[0]);
    if (place >= 0) {
      context.strokeRect(labelWidth, topOf(place) + 0.5, scene.width - labelWidth - 0.5, rowHeight);
    }
  }
  context.restore();
}

/** What is under the pointer, as a sentence. */
export function under(scene: Scene, row: number, time: number): string {
  const line = scene.lines.find((one) => one.row === row);
  if (!line) {
    return '';
  }
  const span = scene.window[1] - scene.window[0];
  const name = line.group ? `${line.label} (${plural(line.rows.length, 'row')})` : (scene.data.rows[row]?.label ?? '');
  const place = `${name} at ${timeText(time, span)}`;
  if (scene.picture.calls && !line.group) {
    const there = scene.picture.calls.filter((call) => call.row === row && call.start <= time && call.end > time).sort((a, b) => b.depth - a.depth)[0];
    return there ? `${place}: ${there.name}, ${duration((there.end - there.start) * 1e-9)} from ${timeText(there.start, span)}, ${there.state}` : `${place}: outside of measured calls`;
  }
  const cells = cellsOf(scene.picture, line);
  return cells ? `${place}${columnText(cells, time)}` : place;
}

function columnText({ tile, row, of }: Cells, time: number): string {
  const column = Math.floor(((time - tile.from) / (tile.to - tile.from)) * tile.columns);
  if (column < 0 || column >= tile.columns) {
    return '';
  }
  const width = columnBegin(tile, column + 1) - columnBegin(tile, column);
  const name = tile.names[row.name[column]!]?.[0];
  const part = (value: number) => share(value, width * of);
  return `, column of ${duration(width * 1e-9)}: ${name ? `mostly ${name}; ` : ''}busy ${part(row.busy[column]!)}, idle ${part(row.idle[column]!)}, overhead ${part(row.overhead[column]!)}; ${count(row.records[column]!)} starts and stops`;
}

/** The rows that are seen, in lines of their own or in groups. */
function rowsSeen(lines: Line[]): number[] {
  return [...new Set(lines.flatMap((line) => (line.group && line.open ? [] : line.rows)))];
}

export function shownText(scene: Scene): string {
  const { picture, data, lines } = scene;
  const seen = lines.filter((line) => !line.group || !line.open);
  const records = seen.reduce((sum, line) => sum + (cellsOf(picture, line)?.row.records.reduce((all, one) => all + one, 0) ?? 0), 0);
  const columns = picture.tile.rows.length > 0 ? picture.tile.columns : Math.max(0, ...[...picture.groups.values()].map(({ tile }) => tile.columns));
  const calls = picture.calls ? `${plural(picture.calls.length, 'call')} drawn one by one` : `${count(records)} starts and stops, as exact shares of ${count(columns)} columns`;
  const messages = data.messages === 0 ? '' : picture.messages ? `; ${plural(picture.messages.length, 'message')}` : '; too many messages to draw: zoom in';
  const lost = rowsSeen(lines).reduce((sum, row) => sum + data.rows[row]!.lost, 0);
  return calls + messages + (lost > 0 ? `; ${count(lost)} starts and stops were lost, which leaves gaps` : '');
}
