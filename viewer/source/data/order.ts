// Putting many places in the order of their values, as often as a live page is updated.

/** Turns the bits of each number, two words, into an integer; these are in the opposite order of the numbers. */
function intoDescending(words: Uint32Array): void {
  for (let low = 0; low < words.length; low += 2) {
    const isNegative = words[low + 1]! >>> 31 === 1;
    if (!isNegative) {
      words[low] = ~words[low]!;
      words[low + 1] = ~(words[low + 1]! | 0x80000000);
    }
  }
}

/** The places in nearly the right order: the last bits of each number become its place, so that sorting calls no function for each comparison. */
function roughOrder(values: Float64Array): number[] {
  const bits = Math.ceil(Math.log2(Math.max(2, values.length)));
  const mask = 2 ** bits - 1;
  const words = new Uint32Array(values.slice().buffer);
  intoDescending(words);
  for (let place = 0; place < values.length; place += 1) {
    words[2 * place] = ((words[2 * place]! & ~mask) | place) >>> 0;
  }
  new BigUint64Array(words.buffer).sort();
  return Array.from(values, (_, place) => words[2 * place]! & mask);
}

/** A copy of the places, largest value first, equal ones by place. Values are numbers, and not NaN. */
export function byValue(places: number[], value: (place: number) => number): number[] {
  // Negative zero would come behind zero.
  const values = Float64Array.from(places, (place) => value(place) + 0);
  const order = roughOrder(values);
  // Of numbers that differ in their last bits only; what is in order already takes one comparison each.
  order.sort((a, b) => values[b]! - values[a]! || places[a]! - places[b]!);
  return order.map((place) => places[place]!);
}
