// The document that is embedded in the page; docs/formats/page.md describes it.

import type { TimelineData } from './timeline.ts';

export type Cell = string | number | boolean | null;

export interface Column {
  key: string;
  title: string;
  unit: string;
}

export interface ReportTable {
  columns: Column[];
  rows: Cell[][];
  leftOut: number;
}

export interface Metric {
  name: string;
  unit: string;
  source: string;
  total: number;
}

/** Values in columns; inclusive and exclusive first by metric. */
export interface ValueColumns {
  calls: number[];
  childCalls: number[];
  running: number[];
  inclusive: number[][];
  exclusive: number[][];
  untimed?: number[];
  inclusiveError?: number[][];
  exclusiveError?: number[][];
}

export interface TimerColumns extends ValueColumns {
  id: number[];
  name: string[];
  component: string[];
  class: string[];
  method: string[];
  kind: string[];
  instance: number[];
}

export interface PathColumns extends ValueColumns {
  parent: number[];
  timer: number[];
  threads: number[];
}

export interface OnThreads extends ValueColumns {
  timer: number[];
  thread: number[];
  leftOut: number;
}

export interface Thread {
  id: number;
  name: string;
  /** -1: none. Pages of earlier versions have neither this nor the next three. */
  rank?: number;
  host?: string;
  pid?: number;
  role?: string;
  ended: boolean;
  cpuNs: number;
  callPaths: number;
  measured: number[];
}

export type ViewName = 'groups' | 'phases' | 'events' | 'messages' | 'oneSided' | 'collectives' | 'communicators' | 'ranks' | 'changes' | 'decisions';

/** Tables of what was done with files; pages of earlier versions and runs without them have none. */
export type FilesView = 'io' | 'ioFiles' | 'ioSizes' | 'ioFindings' | 'ioFileSystems' | 'ioOverlap' | 'ioShared' | 'ioProcesses' | 'ioMap';

/** What a module recorded, by its own description. */
export interface ModuleRecords {
  name: string;
  version: number;
  /** What is missing; empty: nothing. */
  partial: string;
  /** Name, unit, and how values of several processes became one. */
  fields: [name: string, unit: string, reduction: string][];
  names: string[];
  /** How many processes have a record of that name. */
  processes: number[];
  /** A column for each field; empty: all values are 0. */
  values: number[][];
  leftOut: number;
  report: { title: string; notes: string[]; table: ReportTable } | { problem: string } | null;
}

export interface RunDocument {
  name: string;
  created: string;
  timeNs: number;
  partial: string;
  machine: { host: string; cpuModel: string; cores: number; os: string; clockSource: string };
  ranks: number | null;
  facts: [string, string][];
  metrics: Metric[];
  compensated: boolean;
  overhead: string;
  warnings: string[];
  timers: TimerColumns;
  paths: PathColumns;
  threads: Thread[];
  onThreads: OnThreads;
  assembly: { instances: [string, string][]; connections: [string, string, string, string][] };
  /** Pages of earlier versions have no classes of messages. */
  views: Record<ViewName, ReportTable> & Partial<Record<FilesView | 'messageClasses', ReportTable>>;
  /** Pages of earlier versions have none. */
  modules?: { list: ModuleRecords[]; leftOut: number };
  timeline?: TimelineData;
  estimates?: Estimates;
  /** Pages of earlier versions have none. */
  sources?: { files: SourceFile[]; leftOut: number };
  analysis?: Analysis | null;
  /** Pages of earlier versions have none. */
  tuning?: TuningSummary | null;
}

/** A source file with lines that were measured. */
export interface SourceFile {
  path: string;
  /** Share of all samples, in %. */
  own: number;
  /** What became of the file since the run; empty: nothing. */
  note: string;
  /** Why there is no text; empty: it was not asked for, or it is there. */
  leftOut: string;
  /** Columns; `inclusive` in the unit of the first metric. */
  lines: { line: number[]; own: number[]; whole: number[]; calls: number[]; inclusive: number[]; timer: string[] };
  text: string[] | null;
}

/** What was believed of each candidate at a decision, which is a row of the decisions. */
export interface Estimates {
  decision: number[];
  candidate: string[];
  calls: number[];
  /** 0: no call has finished. */
  cost: number[];
  low: number[];
  /** null: no bound. */
  high: (number | null)[];
  bound: number[];
  quarantine: number[];
  leftOut: number;
}

/** What the decisions of tuners came to, as docs/formats/decision-log.md has it; null: infinite, or not known. */
export interface TuningSummary {
  contexts: TuningContext[];
  leftOut: number;
}

export interface TuningContext {
  port: string;
  context: string;
  served: number;
  choice: string;
  cost: number;
  confidence: number | null;
  regret: number;
  breakEven: { calls: number | null; low: number | null; high: number | null; text: string };
}

export interface Finding {
  hypothesis: string;
  title: string;
  gain: number;
  gainLow: number;
  gainHigh: number;
  confidence: number;
  where: string;
  evidence: string[];
  advice: string;
  limit: string;
}

/** docs/formats/analysis.md, as far as the page shows it. */
export interface Analysis {
  runs: { ranks: number; notes: string[]; machine: string; smallestGain: number; whole: { parallel: number; timeNs: number }; findings: Finding[] }[];
}

export interface PageDocument {
  format: 'gantry-page';
  version: number;
  runs: RunDocument[];
  /** Places of the runs that were given to the server together, such as those of a folder; a file has none. */
  sets?: number[][];
}

const newestVersion = 1;

/** Reads the document out of the page. Throws an Error for people where there is none that fits. */
export function readDocument(text: string): PageDocument {
  let document: PageDocument;
  try {
    document = JSON.parse(text) as PageDocument;
  } catch (error) {
    throw new Error(`The data of this page are damaged: ${(error as Error).message}`);
  }
  if (document.format !== 'gantry-page' || !Array.isArray(document.runs) || document.runs.length === 0) {
    throw new Error('This page has no data of a run.');
  }
  if (document.version > newestVersion) {
    throw new Error(`The data of this page have version ${document.version}; this viewer reads up to ${newestVersion}.`);
  }
  for (const { timeline } of document.runs) {
    timeline?.rows.forEach((row) => (row.label = row.label.replace(repeated, '$1 ')));
  }
  return document;
}

/** A thread whose name in another tool's trace says its rank, which is in the label already. */
const repeated = /^(rank \d+) thread \d+ \1: /;

/** The place of a column by its key; -1 if the table has none. */
export function columnOf(table: ReportTable, key: string): number {
  return table.columns.findIndex((column) => column.key === key);
}
