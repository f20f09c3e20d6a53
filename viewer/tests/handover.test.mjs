// What the worker that receives states hands over to the page is what the server sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

const { outputFiles } = await build({ entryPoints: [new URL('../source/live/numbers.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { packed, unpacked } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);

const long = Array.from({ length: 100 }, (_, place) => place / 3);

/** A value from one thread to another; how many of its lists were handed over instead of copied. */
function handed(value) {
  const buffers = [];
  const arrived = structuredClone(packed(structuredClone(value), buffers), { transfer: buffers });
  return { value: unpacked(arrived), lists: buffers.length };
}

test('a change arrives as it was sent, with every long list of numbers handed over', () => {
  const change = { in: { runs: { size: 1, each: [[0, { in: { timeNs: { set: 9 }, timers: { in: { calls: { set: long }, inclusive: { size: 2, each: [[1, { size: 100, at: long, to: long }]] }, exclusive: { set: [long, long] } } } } }]] } } };
  assert.deepEqual(handed(change), { value: change, lists: 5 });
});

test('texts, nulls, short lists and lists of several kinds arrive as they were sent', () => {
  const names = Array.from({ length: 100 }, (_, place) => `timer ${place}`);
  const document = { runs: [{ name: 'a', names, high: [null, ...long], low: [...long, null], few: [1, 2, 3], none: [], flags: [true, false], rows: [['main', 1, null], ['solve', 2, 'x']], machine: null }] };
  assert.deepEqual(handed(document), { value: document, lists: 0 });
});

test('numbers keep their bits', () => {
  const numbers = [...long, -0, 2 ** 53 - 1, 5e-324, -1.7e308];
  const { value } = handed({ numbers });
  assert.ok(value.numbers.every((one, place) => Object.is(one, numbers[place])));
  assert.ok(Array.isArray(value.numbers));
});
