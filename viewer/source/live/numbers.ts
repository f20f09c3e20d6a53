// Long lists of numbers, as they go from one thread to another without being copied.

const least = 32;

function isNumbers(list: unknown[]): list is number[] {
  return list.length >= least && list.every((one) => typeof one === 'number');
}

/** Whether there may be lists in a list. Those in a pair of a place and a change are not the first in it. */
function hasMore(list: unknown[]): boolean {
  return typeof list[0] === 'object' || typeof list[1] === 'object';
}

/** The value with its long lists of numbers as Float64Array, in place; their buffers are added to `buffers`. */
export function packed(value: unknown, buffers: ArrayBuffer[]): unknown {
  if (Array.isArray(value)) {
    if (isNumbers(value)) {
      const numbers = Float64Array.from(value);
      buffers.push(numbers.buffer);
      return numbers;
    }
    if (hasMore(value)) {
      value.forEach((one, place) => (value[place] = packed(one, buffers)));
    }
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>;
    for (const [name, one] of Object.entries(object)) {
      object[name] = packed(one, buffers);
    }
  }
  return value;
}

/** The value as it was before packed(), in place. */
export function unpacked(value: unknown): unknown {
  if (value instanceof Float64Array) {
    const list = new Array<number>(value.length);
    for (let place = 0; place < value.length; place += 1) {
      list[place] = value[place]!;
    }
    return list;
  }
  if (Array.isArray(value)) {
    if (hasMore(value)) {
      value.forEach((one, place) => (value[place] = unpacked(one)));
    }
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>;
    for (const [name, one] of Object.entries(object)) {
      object[name] = unpacked(one);
    }
  }
  return value;
}
