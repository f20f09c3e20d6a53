// Traces that other tools wrote.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ofMpi } from './archives.mjs';
import { close, open, queried, run, writePage } from './browser.mjs';

after(close);

/** A run as it comes back from a trace in OTF2; undefined: the format is not built. */
function throughOtf2(archive) {
  const imported = archive.replace('.gantry', '-imported.gantry');
  try {
    run('export', '--to', 'otf2', '--output', `${archive}.otf2`, archive);
  } catch (error) {
    assert.match(String(error.stderr), /otf2/);
    return undefined;
  }
  run('import', '--from', 'otf2', `${archive}.otf2/traces.otf2`, '--output', imported);
  return imported;
}

test('threads of a trace in OTF2 have the names and the first records of their rows', async (context) => {
  const ring = ofMpi('mpi/ring/ring.c', 'ring');
  const imported = ring && throughOtf2(ring);
  if (!imported) {
    context.skip('there is no MPI, or the format otf2 is not built');
    return;
  }
  const view = await open(writePage(imported), '', { height: 1600 });
  const threads = (await view.rows('Program')).filter((row) => /thread/.test(row.name));
  assert.deepEqual(threads.map((row) => row.name), [0, 1, 2, 3].map((rank) => `rank ${rank}: thread 0 ring`));
  assert.deepEqual(threads.map((row) => Number(row.first)), queried(imported, 'rows').map((row) => row.firstNs));
  await view.tab.keyboard.press('2');
  await view.tab.waitForSelector('[aria-label="Rows of the timeline"] tr[data-row]');
  assert.deepEqual((await view.rows('Rows of the timeline')).map((row) => row.where), [0, 1, 2, 3].map((rank) => `rank ${rank} thread 0 ring`));
  await view.check();
});
