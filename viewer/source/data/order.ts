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
  const order = new Array<number>(values.length);
  for (let place = 0; place < values.length; place += 1) {
    order[place] = words[2 * place]! & mask;
  }
  return order;
}

/** How far numbers that differ in their last bits only may be apart, on average, until a comparison of all is faster. */
const mostMoves = 8;

/** Moves the few that are not in order yet; false: they are many. */
function settle(order: number[], isBefore: (a: number, b: number) => boolean): boolean {
  let moves = mostMoves * order.length;
  for (let end = 1; end < order.length; end += 1) {
    const one = order[end]!;
    let place = end;
    for (; place > 0 && isBefore(one, order[place - 1]!); place -= 1) {
      order[place] = order[place - 1]!;
      moves -= 1;
    }
    order[place] = one;
    if (moves < 0) {
      return false;
    }
  }
  return true;
}

function valuesOf(places: number[], value: (place: number) => number): Float64Array {
  const values = new Float64Array(places.length);
  for (let n = 0; n < places.length; n += 1) {
    // Negative zero would come behind zero.
    values[n] = value(places[n]!) + 0;
  }
  return values;
}

/** A copy of the places, largest value first, equal ones by place. Values are numbers, and not NaN. */
export function byValue(places: number[], value: (place: number) => number): number[] {
  const values = valuesOf(places, value);
  const order = roughOrder(values);
  const isBefore = (a: number, b: number) => values[a]! > values[b]! || (values[a] === values[b] && places[a]! < places[b]!);
  if (!settle(order, isBefore)) {
    order.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }
  return order.map((place) => places[place]!);
}

/** The first ones of byValue(): of many places, a few are found without putting the others in order. */
export function largest(places: number[], value: (place: number) => number, count: number): number[] {
  if (count < 1 || 16 * count > places.length) {
    return byValue(places, value).slice(0, count);
  }
  const found: number[] = [];
  const values: number[] = [];
  for (const place of places) {
    const one = value(place);
    let n = found.length;
    while (n > 0 && (one > values[n - 1]! || (one === values[n - 1] && place < found[n - 1]!))) {
      n -= 1;
    }
    if (n < count) {
      found.splice(n, 0, place);
      values.splice(n, 0, one);
      found.length = values.length = Math.min(count, found.length);
    }
  }
  return found;
}
