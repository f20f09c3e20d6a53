// Rows of a program that runs keep their order for a second: by a scripted clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

const { outputFiles } = await build({ entryPoints: [new URL('../source/data/settled.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { Settled } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);

const states = Array.from({ length: 4 }, () => ({}));

test('newer values count when the last ones have for a second, and it is known when', () => {
  const settled = new Settled();
  assert.equal(settled.of(5000, ['calls'], states[0], () => 'first'), 'first');
  assert.equal(settled.pending(5000, states[0]), null);
  assert.equal(settled.of(5100, ['calls'], states[1], () => 'second'), 'first');
  assert.equal(settled.pending(5100, states[1]), 900);
  assert.equal(settled.of(5999, ['calls'], states[2], () => 'third'), 'first');
  assert.equal(settled.of(6000, ['calls'], states[3], () => 'fourth'), 'fourth');
  assert.equal(settled.pending(6000, states[3]), null);
});

test('what somebody chooses counts at once', () => {
  const settled = new Settled();
  settled.of(0, ['calls', 1], states[0], () => 'by calls');
  assert.equal(settled.of(1, ['self', 1], states[0], () => 'by self'), 'by self');
  assert.equal(settled.of(2, ['self'], states[0], () => 'by self alone'), 'by self alone');
});

test('values that do not change are computed from once', () => {
  const settled = new Settled();
  let times = 0;
  for (const now of [0, 500, 5000]) {
    settled.of(now, [], states[0], () => (times += 1));
  }
  assert.equal(times, 1);
});
