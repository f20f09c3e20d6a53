// Numbers as `gantry report` prints them.

/** Three significant digits for values of 1 to 999. */
function three(value: number, unit: string): string {
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${unit}`;
}

/** Seconds with a unit that fits, three significant digits. */
export function duration(seconds: number): string {
  const size = Math.abs(seconds);
  if (size >= 1) {
    return three(seconds, 's');
  }
  if (size >= 1e-3) {
    return three(seconds * 1e3, 'ms');
  }
  if (size >= 1e-6) {
    return three(seconds * 1e6, 'us');
  }
  return size === 0 ? '0 s' : three(seconds * 1e9, 'ns');
}

/** A count with a comma between groups of three digits. */
export function count(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A value with its unit: times as durations, counts with all digits, the rest with four significant digits. */
export function quantity(value: number | null, unit: string): string {
  if (value === null || Number.isNaN(value)) {
    return '-';
  }
  if (unit === 'ns') {
    return duration(value * 1e-9);
  }
  if (unit === 's') {
    return duration(value);
  }
  const grouped = Math.round(Math.abs(value)) >= 1e4 && Math.abs(value) < 1e15;
  const text = grouped ? count(value) : String(Number(value.toPrecision(4)));
  return unit ? `${text} ${unit}` : text;
}

/** A part of a whole in percent. */
export function share(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '-';
}

/** A share that is given in percent; a dash where it is not known. */
export function percentText(value: unknown): string {
  return typeof value === 'number' ? `${value.toFixed(1)} %` : '-';
}

export function plural(number: number, noun: string, several = `${noun}s`): string {
  return `${count(number)} ${number === 1 ? noun : several}`;
}

/** Round values between 0 and the largest one, for an axis: at most `most` of them. */
export function ticks(largest: number, most: number): number[] {
  if (!(largest > 0)) {
    return [0];
  }
  const rough = largest / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough * (1 - 1e-9)) ?? 10 * power;
  const values = [];
  for (let index = 0; index * step <= largest * (1 + 1e-9); index += 1) {
    values.push(index * step);
  }
  return values;
}

/** Bytes with a prefix, where there is little room. */
export function bytes(value: number): string {
  const prefixes = ['', 'k', 'M', 'G', 'T', 'P'];
  let size = value;
  let place = 0;
  while (size >= 999.5 && place < prefixes.length - 1) {
    size /= 1000;
    place += 1;
  }
  return `${place === 0 || size >= 99.5 ? Math.round(size) : size.toPrecision(2)} ${prefixes[place]}B`;
}
