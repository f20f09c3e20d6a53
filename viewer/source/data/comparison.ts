// Sets of runs against each other, as the server compares them: the numbers of gantry compare; docs/formats/comparison.md.

import { quantity } from './numbers.ts';
import { ask } from './server.ts';

/** Numbers that are not known are null. */
export interface ComparedValue {
  before: number;
  after: number;
  difference: number;
  low: number | null;
  high: number | null;
  relative: number | null;
  relativeLow: number | null;
  relativeHigh: number | null;
  p: number | null;
  verdict: string;
}

export interface ComparedRow extends ComparedValue {
  name: string;
  type: string;
  kind: string;
  parent: number;
  callsBefore: number;
  callsAfter: number;
  contribution: number;
}

interface ComparedSet {
  label: string;
  runs: string[];
  noise: number | null;
}

export interface Comparison {
  before: ComparedSet;
  after: ComparedSet;
  metric: string;
  unit: string;
  limit: number;
  confidence: number;
  judged: number;
  runsNeeded: number;
  elapsed: ComparedValue;
  measured: ComparedValue;
  difference: number;
  warnings: string[];
  facts: { fact: string; before: string; after: string }[];
  renames: { before: number; after: number }[];
  rows: ComparedRow[];
}

export interface ScalingPoint {
  ranks: number;
  runs: number;
  elapsed: number;
  speedup: number;
  ideal: number;
  efficiency: number;
  cost: number;
  costEfficiency: number;
}

export interface Scaling {
  kind: 'strong' | 'weak';
  metric: string;
  unit: string;
  points: ScalingPoint[];
  regions: { name: string; cost: number[]; loss: number[] }[];
  warnings: string[];
}

export async function compared(before: number[], after: number[], metric: string, total: boolean, signal: AbortSignal): Promise<Comparison> {
  const query = new URLSearchParams({ before: before.join(','), after: after.join(','), metric, total: total ? '1' : '0' });
  return JSON.parse(await ask(`api/compare?${query}`, signal)) as Comparison;
}

export async function scaled(kind: string, metric: string, signal: AbortSignal): Promise<Scaling> {
  return JSON.parse(await ask(`api/scaling?${new URLSearchParams({ kind, metric })}`, signal)) as Scaling;
}

/** "slower" and "faster" for times, as gantry compare says. */
export function verdictWord(verdict: string, unit: string): string {
  const words: Record<string, string> = unit === 'ns' || unit === 's' ? { more: 'slower', less: 'faster' } : {};
  return words[verdict] ?? verdict;
}

/** Whether a difference is more than noise. */
export function isChange(verdict: string): boolean {
  return verdict === 'more' || verdict === 'less';
}

export function signed(value: number, unit: string): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${quantity(Math.abs(value), unit)}`;
}

export function signedPercent(part: number | null): string {
  return part === null ? '-' : `${part > 0 ? '+' : ''}${(100 * part).toFixed(1)} %`;
}

/** The interval of the relative difference in words. */
export function intervalWords({ relativeLow, relativeHigh }: ComparedValue): string {
  return relativeLow === null || relativeHigh === null ? 'not known' : `${signedPercent(relativeLow).replace(' %', '')} to ${signedPercent(relativeHigh)}`;
}

/** Names from the top to the row. */
export function pathOf(rows: ComparedRow[], row: number): string {
  const names: string[] = [];
  for (let place = row; place >= 0; place = rows[place]!.parent) {
    names.unshift(rows[place]!.name);
  }
  return names.join(' > ');
}

/** Rows by the size of their difference, changes first. */
export function byDifference(rows: ComparedRow[]): number[] {
  return rows.map((_, place) => place).sort((a, b) => Number(isChange(rows[b]!.verdict)) - Number(isChange(rows[a]!.verdict)) || Math.abs(rows[b]!.difference) - Math.abs(rows[a]!.difference) || a - b);
}

/** What the noise of both sets is, and what that means, in words. */
export function noiseWords({ before, after, limit, judged, rows, runsNeeded }: Comparison): string {
  const of = (noise: number | null) => (noise === null ? 'not known' : `${(100 * noise).toFixed(1)} %`);
  const more = runsNeeded > 0 ? ` To see a change of one row, ${runsNeeded} runs in each set are needed.` : '';
  return `Noise from run to run: ${of(before.noise)} before, ${of(after.noise)} after. A change is more than ${(100 * limit).toFixed(1)} %. Judged: ${judged} of ${rows.length} call paths; the others are too small.${more}`;
}

/** A call path of both sets with those below it. */
export interface DifferencePath {
  row: number;
  below: DifferencePath[];
}

/** The call paths as a tree, those with the most of both sets first. */
export function pathsOf(rows: ComparedRow[]): DifferencePath[] {
  const nodes = rows.map((_, row): DifferencePath => ({ row, below: [] }));
  const top: DifferencePath[] = [];
  rows.forEach(({ parent }, row) => (parent < 0 ? top : nodes[parent]!.below).push(nodes[row]!));
  const size = ({ row }: DifferencePath) => rows[row]!.before + rows[row]!.after;
  for (const list of [top, ...nodes.map(({ below }) => below)]) {
    list.sort((a, b) => size(b) - size(a) || a.row - b.row);
  }
  return top;
}
