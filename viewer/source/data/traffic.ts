// What went between ranks, of a whole run as the profile has it or of a part of the time as the trace has it.

import type { Run } from './run.ts';
import type { Message } from './timeline.ts';

export type Kind = 'messages' | 'oneSided' | 'collectives';

export const kinds: [Kind, string][] = [
  ['messages', 'messages'],
  ['oneSided', 'one-sided'],
  ['collectives', 'collective'],
];

export interface Pair {
  /** A rank, or "others". */
  from: number | 'others';
  to: number | 'others';
  messages: number;
  bytes: number;
}

/** The chosen kind, or the first that the run has. */
export function kindOf(run: Run, chosen: string): Kind {
  const there = kinds.map(([kind]) => kind).filter((kind) => run.document.views[kind].rows.length > 0);
  return there.find((kind) => kind === chosen) ?? there[0] ?? 'messages';
}

function rankOf(cell: unknown): number | 'others' {
  return cell === 'others' ? 'others' : Number(cell);
}

export function pairsOfRun(run: Run, kind: Kind): Pair[] {
  return run.document.views[kind].rows.map((row) => ({ from: rankOf(row[0]), to: rankOf(row[1]), messages: Number(row[2]), bytes: Number(row[3]) }));
}

export function pairsOfMessages(messages: Message[]): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { from, to, bytes } of messages) {
    const key = `${from}-${to}`;
    const known = pairs.get(key) ?? { from, to, messages: 0, bytes: 0 };
    pairs.set(key, known);
    known.messages += 1;
    known.bytes += bytes;
  }
  return [...pairs.values()];
}

/** Sizes in bytes, both ends included. */
export type Sizes = [least: number, most: number];

/** The classes of sizes that a kind of calls has, smallest first: of the profile, else powers of two of what the trace has. */
export function sizeClasses(run: Run, kind: Kind, messages: Message[]): Sizes[] {
  const table = run.document.views.messageClasses;
  const rows = (table?.rows ?? []).filter(([of]) => of === kind);
  const found: Sizes[] = rows.length > 0 ? rows.map((row) => [Number(row[3]), Number(row[4])]) : messages.map(({ bytes }) => classOf(bytes));
  return [...new Map(found.map((one) => [one[0], one])).values()].sort((a, b) => a[0] - b[0]);
}

function classOf(bytes: number): Sizes {
  const least = bytes < 1 ? 0 : 2 ** Math.floor(Math.log2(bytes));
  return [least, least < 2 ? least : 2 * least - 1];
}

export function isOfSize(bytes: number, sizes: Sizes | null): boolean {
  return !sizes || (bytes >= sizes[0] && bytes <= sizes[1]);
}

/** pairsOfRun(), of some sizes: whole classes only. */
export function pairsOfSizes(run: Run, kind: Kind, sizes: Sizes): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const [of, from, to, least, most, messages, bytes] of run.document.views.messageClasses?.rows ?? []) {
    if (of === kind && Number(least) >= sizes[0] && Number(most) <= sizes[1]) {
      const key = `${String(from)}-${String(to)}`;
      const known = pairs.get(key) ?? { from: rankOf(from), to: rankOf(to), messages: 0, bytes: 0 };
      pairs.set(key, known);
      known.messages += Number(messages);
      known.bytes += Number(bytes);
    }
  }
  return [...pairs.values()];
}

/** How many ranks there are, as far as anything says it. */
export function ranksOf(run: Run, pairs: Pair[]): number {
  const seen = pairs.flatMap(({ from, to }) => [from, to]).filter((rank): rank is number => rank !== 'others');
  const rows = run.document.timeline?.rows.map((row) => row.rank) ?? [];
  return Math.max(run.document.ranks ?? 0, 0, ...seen.map((rank) => rank + 1), ...rows.map((rank) => rank + 1));
}

const mostCells = 64;

export interface Matrix {
  labels: string[];
  /** By sender and receiver. */
  messages: number[][];
  bytes: number[][];
  /** Ranks that share a row. */
  block: number;
}

/** Rows and columns are ranks, or blocks of neighbouring ranks where there are many. The last may be "others". */
export function matrixOf(pairs: Pair[], size: number): Matrix {
  const block = Math.max(1, Math.ceil(size / mostCells));
  const cells = Math.ceil(size / block);
  const labels = Array.from({ length: cells }, (_, cell) => (block === 1 ? String(cell) : `${cell * block}-${Math.min(size, (cell + 1) * block) - 1}`));
  if (pairs.some(({ from, to }) => from === 'others' || to === 'others')) {
    labels.push('others');
  }
  const empty = () => labels.map(() => labels.map(() => 0));
  const matrix: Matrix = { labels, messages: empty(), bytes: empty(), block };
  const placeOf = (rank: number | 'others') => (rank === 'others' ? labels.length - 1 : Math.floor(rank / block));
  for (const { from, to, messages, bytes } of pairs) {
    matrix.messages[placeOf(from)]![placeOf(to)]! += messages;
    matrix.bytes[placeOf(from)]![placeOf(to)]! += bytes;
  }
  return matrix;
}

export interface OfRank {
  rank: number;
  sent: number;
  sentBytes: number;
  received: number;
  receivedBytes: number;
}

export function summaryOf(pairs: Pair[], ranks: number): OfRank[] {
  const all = Array.from({ length: ranks }, (_, rank) => ({ rank, sent: 0, sentBytes: 0, received: 0, receivedBytes: 0 }));
  for (const { from, to, messages, bytes } of pairs) {
    if (from !== 'others') {
      all[from]!.sent += messages;
      all[from]!.sentBytes += bytes;
    }
    if (to !== 'others') {
      all[to]!.received += messages;
      all[to]!.receivedBytes += bytes;
    }
  }
  return all;
}

export const topologies = ['ring', 'star', 'bus', 'mesh', 'hypercube', 'cube', 'auto'] as const;
export type Topology = (typeof topologies)[number];

export interface Layout {
  /** From 0 to 1 each. */
  places: [x: number, y: number][];
  /** The connections that the topology has. */
  links: [number, number][];
}

function circle(count: number, first = 0, of = count): [number, number][] {
  return Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * (place + first)) / Math.max(1, of) - Math.PI / 2;
    return [0.5 + 0.46 * Math.cos(angle), 0.5 + 0.46 * Math.sin(angle)];
  });
}

/** Gray code: neighbours in a row differ in one bit. */
function gray(value: number): number {
  return value ^ (value >> 1);
}

function hypercube(ranks: number): Layout {
  const bits = Math.max(0, Math.ceil(Math.log2(Math.max(1, ranks))));
  const wide = 2 ** Math.ceil(bits / 2);
  const high = 2 ** Math.floor(bits / 2);
  const places = new Array<[number, number]>(ranks);
  for (let row = 0; row < high; row += 1) {
    for (let column = 0; column < wide; column += 1) {
      const rank = gray(row) * wide + gray(column);
      if (rank < ranks) {
        // Slightly off the lines of the grid, so that longer links can be seen past nodes between.
        places[rank] = [(column + 0.5 + 0.12 * (row % 2)) / (wide + 0.12), (row + 0.5 + 0.12 * (column % 2)) / (high + 0.12)];
      }
    }
  }
  const links: [number, number][] = [];
  for (let rank = 0; rank < ranks; rank += 1) {
    for (let bit = 0; bit < bits; bit += 1) {
      const other = rank ^ (1 << bit);
      if (other > rank && other < ranks) {
        links.push([rank, other]);
      }
    }
  }
  return { places, links };
}

function mesh(ranks: number): Layout {
  const wide = Math.max(1, Math.ceil(Math.sqrt(ranks)));
  const high = Math.max(1, Math.ceil(ranks / wide));
  const links: [number, number][] = [];
  for (let rank = 0; rank < ranks; rank += 1) {
    if ((rank + 1) % wide !== 0 && rank + 1 < ranks) {
      links.push([rank, rank + 1]);
    }
    if (rank + wide < ranks) {
      links.push([rank, rank + wide]);
    }
  }
  return { places: Array.from({ length: ranks }, (_, rank) => [((rank % wide) + 0.5) / wide, (Math.floor(rank / wide) + 0.5) / high]), links };
}

/** Three dimensions, drawn obliquely. */
function cube(ranks: number): Layout {
  const side = Math.max(1, Math.ceil(Math.cbrt(ranks) - 1e-9));
  const at = (rank: number): [number, number, number] => [rank % side, Math.floor(rank / side) % side, Math.floor(rank / side / side)];
  const room = side - 1 + 0.45 * (side - 1) || 1;
  const places = Array.from({ length: ranks }, (_, rank): [number, number] => {
    const [x, y, z] = at(rank);
    return [0.06 + (0.88 * (x + 0.45 * z)) / room, 0.94 - (0.88 * (y + 0.45 * z)) / room];
  });
  const links: [number, number][] = [];
  for (let rank = 0; rank < ranks; rank += 1) {
    const place = at(rank);
    [1, side, side * side].forEach((step, axis) => place[axis]! + 1 < side && rank + step < ranks && links.push([rank, rank + step]));
  }
  return { places, links };
}

/** Ranks that exchange much stand close: springs along the messages, all push each other away. Always the same for the same pairs. */
function byMessages(ranks: number, pairs: Pair[]): Layout {
  const places = circle(ranks);
  const most = Math.max(1, ...pairs.map(({ bytes, messages }) => bytes + messages));
  const pulls = pairs.filter((pair): pair is Pair & { from: number; to: number } => pair.from !== 'others' && pair.to !== 'others' && pair.from !== pair.to);
  const close = 0.8 / Math.sqrt(Math.max(1, ranks));
  for (let round = 0; round < 120; round += 1) {
    const step = 0.02 * (1 - round / 120);
    const forces = places.map(() => [0, 0]);
    const push = (a: number, b: number, strength: (distance: number) => number) => {
      const [x, y] = [places[b]![0] - places[a]![0], places[b]![1] - places[a]![1]];
      const distance = Math.max(1e-3, Math.hypot(x, y));
      const size = strength(distance) / distance;
      forces[a]![0]! += x * size;
      forces[a]![1]! += y * size;
      forces[b]![0]! -= x * size;
      forces[b]![1]! -= y * size;
    };
    for (let a = 0; a < ranks; a += 1) {
      for (let b = a + 1; b < ranks; b += 1) {
        push(a, b, (distance) => -((close / distance) ** 2));
      }
    }
    for (const { from, to, bytes, messages } of pulls) {
      push(from, to, (distance) => 4 * ((bytes + messages) / most) * distance);
    }
    places.forEach((place, rank) => {
      const size = Math.max(1e-9, Math.hypot(...(forces[rank] as [number, number])));
      place[0] += (forces[rank]![0]! / size) * Math.min(step, size);
      place[1] += (forces[rank]![1]! / size) * Math.min(step, size);
    });
  }
  const bounds = [0, 1].map((axis) => [Math.min(...places.map((place) => place[axis]!)), Math.max(...places.map((place) => place[axis]!))]);
  const scaled = (place: [number, number], axis: 0 | 1) => 0.06 + (0.88 * (place[axis] - bounds[axis]![0]!)) / Math.max(1e-9, bounds[axis]![1]! - bounds[axis]![0]!);
  return { places: places.map((place) => [scaled(place, 0), scaled(place, 1)]), links: [] };
}

/** How many links of a layout messages cross from sender to receiver, in the mean and at most; null: it has no links. Those to a rank that no link reaches are left out. */
export function linksCrossed({ places, links }: Layout, pairs: Pair[]): { mean: number; most: number } | null {
  if (links.length === 0) {
    return null;
  }
  const neighbours: number[][] = places.map(() => []);
  for (const [a, b] of links) {
    neighbours[a]!.push(b);
    neighbours[b]!.push(a);
  }
  const awayFrom = (from: number) => {
    const away = new Map([[from, 0]]);
    // A map is walked in the order of its entries, with those that are added meanwhile.
    for (const [rank, steps] of away) {
      neighbours[rank]!.filter((next) => !away.has(next)).forEach((next) => away.set(next, steps + 1));
    }
    return away;
  };
  const known = new Map<number, Map<number, number>>();
  let [steps, messages, most] = [0, 0, 0];
  for (const pair of pairs) {
    if (pair.from === 'others' || pair.to === 'others' || !neighbours[pair.from]) {
      continue;
    }
    known.set(pair.from, known.get(pair.from) ?? awayFrom(pair.from));
    const away = known.get(pair.from)!.get(pair.to);
    if (away !== undefined) {
      steps += away * pair.messages;
      messages += pair.messages;
      most = Math.max(most, away);
    }
  }
  return messages > 0 ? { mean: steps / messages, most } : null;
}

export function layoutOf(topology: Topology, ranks: number, pairs: Pair[]): Layout {
  const ringLinks = (of: number): [number, number][] => Array.from({ length: of > 1 ? of : 0 }, (_, rank) => [rank, (rank + 1) % of]);
  switch (topology) {
    case 'ring':
      return { places: circle(ranks), links: ringLinks(ranks) };
    case 'star':
      return { places: [[0.5, 0.5], ...circle(Math.max(0, ranks - 1))].slice(0, ranks) as [number, number][], links: Array.from({ length: Math.max(0, ranks - 1) }, (_, place) => [0, place + 1]) };
    case 'bus':
      return { places: Array.from({ length: ranks }, (_, rank) => [(rank + 0.5) / ranks, rank % 2 === 0 ? 0.3 : 0.7]), links: [] };
    case 'mesh':
      return mesh(ranks);
    case 'hypercube':
      return hypercube(ranks);
    case 'cube':
      return cube(ranks);
    default:
      return byMessages(ranks, pairs);
  }
}
