// Places are put in the order that sorting by a function gives them, with any numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

const { outputFiles } = await build({ entryPoints: [new URL('../source/data/order.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { byValue, largest } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);

function expected(places, value) {
  return [...places].sort((a, b) => value(b) - value(a) || a - b);
}

test('numbers of any size, sign and nearness are in order, equal ones by place', () => {
  const near = [1, 1 + 2 ** -52, 1 + 2 ** -51, 1 - 2 ** -53, -1, -1 - 2 ** -52];
  const numbers = [0, -0, ...near, 5e-324, -5e-324, 1.7e308, -1.7e308, Infinity, -Infinity, 3, 3, 3, 1e15 + 1, 1e15 + 2, ...near];
  const places = [...numbers.keys()];
  assert.deepEqual(byValue(places, (place) => numbers[place]), expected(places, (place) => (numbers[place] === Infinity ? 1.79e308 : numbers[place] === -Infinity ? -1.79e308 : numbers[place])));
});

test('places need not be all of them, nor in order', () => {
  const value = (place) => place % 3;
  assert.deepEqual(byValue([8, 2, 5, 1, 3], value), [2, 5, 8, 1, 3]);
  assert.deepEqual(byValue([], value), []);
  assert.deepEqual(byValue([7], value), [7]);
});

test('ten thousand random numbers are in the order that a comparison gives them', () => {
  const seed = Date.now() % 2 ** 31;
  let state = seed;
  const random = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  const numbers = Array.from({ length: 10_000 }, () => (random() < 0.2 ? Math.round(10 * random()) : (random() - 0.3) * 10 ** (20 * random() - 10)));
  const places = [...numbers.keys()];
  assert.deepEqual(byValue(places, (place) => numbers[place]), expected(places, (place) => numbers[place]), `seed ${seed}`);
});

test('the largest are the first of all that are in order, however many there are', () => {
  const numbers = Array.from({ length: 5000 }, (_, place) => ((place * 7919) % 1009) - 500);
  const places = [...numbers.keys()].reverse();
  for (const count of [0, 1, 10, 300, 400, 5000, 6000]) {
    assert.deepEqual(largest(places, (place) => numbers[place], count), expected(places, (place) => numbers[place]).slice(0, count), String(count));
  }
});

test('numbers that differ in their last bits only are in order, also where there are many of them', () => {
  const numbers = Array.from({ length: 3000 }, (_, place) => 1 + ((place * 7919) % 3000) * 2 ** -52);
  const places = [...numbers.keys()];
  assert.deepEqual(byValue(places, (place) => numbers[place]), expected(places, (place) => numbers[place]));
});
