// What modules recorded, by their own descriptions; docs/formats/page.md.

import type { ModuleRecords, ReportTable, RunDocument } from './document.ts';
import { count, plural, quantity } from './numbers.ts';

/** Empty for pages of earlier versions. */
export function modulesOf(run: RunDocument): ModuleRecords[] {
  return run.modules?.list ?? [];
}

/** The value of a field by its place. */
export function valueOf(module: ModuleRecords, field: number, record: number): number {
  return module.values[field]![record] ?? 0;
}

/** The places of the fields that are not 0 in all records. */
export function usedFields(module: ModuleRecords): number[] {
  return module.fields.map((_, field) => field).filter((field) => module.values[field]!.length > 0);
}

/** "1,500 calls", "1 call", "2.50 ms": a value with its unit; a unit that repeats the name of the field is left out. */
export function fieldText(module: ModuleRecords, field: number, value: number): string {
  const [name, unit] = module.fields[field]!;
  if (unit === 'ns' || unit === 'B') {
    return quantity(value, unit);
  }
  return unit === '' || unit === name ? count(value) : unit.endsWith('s') && unit.length > 2 ? plural(value, unit.slice(0, -1)) : `${count(value)} ${unit}`;
}

/** How a record is named in the selection. */
export function keyOfRecord(module: string, name: string): string {
  return `${module} ${name}`;
}

/** The name in the key of a record; null: there is no such module. */
export function nameInKey(run: RunDocument, key: string): string | null {
  const module = modulesOf(run).find(({ name }) => key.startsWith(`${name} `));
  return module ? key.slice(module.name.length + 1) : null;
}

export function isRecord(run: RunDocument, key: string): boolean {
  return key !== '' && nameInKey(run, key) !== null;
}

/** All modules that have a record of that name, with its place; that of the key first. */
export function recordsNamed(run: RunDocument, key: string): { module: ModuleRecords; record: number }[] {
  const name = nameInKey(run, key);
  const found = modulesOf(run)
    .map((module) => ({ module, record: name === null ? -1 : module.names.indexOf(name) }))
    .filter(({ record }) => record >= 0);
  return [...found.filter(({ module }) => key === keyOfRecord(module.name, name!)), ...found.filter(({ module }) => key !== keyOfRecord(module.name, name!))];
}

/** The report that a module brings; null: it brings none that can be read. */
export function reportOf(module: ModuleRecords): { title: string; notes: string[]; table: ReportTable } | null {
  return module.report && 'table' in module.report ? module.report : null;
}

export interface SizeClass {
  upTo: string;
  reads: number;
  writes: number;
}

/** Accesses by size, of a module that counts them in fields such as reads_to_1KiB; empty: it does not. */
export function sizesOf(module: ModuleRecords, record: number): SizeClass[] {
  const classes = new Map<string, SizeClass>();
  module.fields.forEach(([name], field) => {
    const found = name.match(/^(reads|writes)_(?:to_(\w+)|(above)_\w+)$/);
    if (found) {
      const upTo = found[2] ?? found[3]!;
      const one = classes.get(upTo) ?? { upTo, reads: 0, writes: 0 };
      one[found[1] as 'reads' | 'writes'] = valueOf(module, field, record);
      classes.set(upTo, one);
    }
  });
  return [...classes.values()].filter(({ reads, writes }) => reads + writes > 0);
}

/** The most frequent sizes of accesses, of a module that has fields such as common_size_1 and common_count_1. */
export function commonSizesOf(module: ModuleRecords, record: number): { size: number; calls: number }[] {
  const fieldNamed = (name: string) => module.fields.findIndex(([known]) => known === name);
  return [1, 2, 3, 4]
    .map((place) => [fieldNamed(`common_size_${place}`), fieldNamed(`common_count_${place}`)] as const)
    .filter(([size, calls]) => size >= 0 && calls >= 0)
    .map(([size, calls]) => ({ size: valueOf(module, size, record), calls: valueOf(module, calls, record) }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls);
}
