// What follows from values that change many times a second, such as the order of rows, changes once a second: it could not be read otherwise.

const leastMs = 1000;

export class Settled<Found> {
  private key: unknown[] = [];
  private values: unknown;
  private at = 0;
  private found: Found | undefined;

  /** What compute() gives: at once where a part of the key is another one, and for other values when the last time is a second ago. now: in ms. */
  of(now: number, key: unknown[], values: unknown, compute: () => Found): Found {
    const isSame = this.found !== undefined && key.length === this.key.length && key.every((one, place) => one === this.key[place]);
    if (!isSame || (values !== this.values && now - this.at >= leastMs)) {
      [this.key, this.values, this.at, this.found] = [key, values, now, compute()];
    }
    return this.found!;
  }

  /** How long until these values count, in ms; null: they do. */
  pending(now: number, values: unknown): number | null {
    return values === this.values ? null : Math.max(0, this.at + leastMs - now);
  }
}
