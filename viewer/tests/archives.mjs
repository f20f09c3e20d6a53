// Archives of real runs that tests look at, where what makes them is installed; undefined: it is not.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { folder, gantry, run } from './browser.mjs';

const examples = process.env.GANTRY_EXAMPLES;
const environment = { ...process.env, OMPI_MCA_rmaps_base_oversubscribe: '1', OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' };

/** A traced run of a program of MPI on so many ranks. */
export function ofMpi(source, name, ranks = 4, words = []) {
  if (!examples) {
    return undefined;
  }
  const archive = join(folder, `${name}.gantry`);
  try {
    execFileSync('mpicc', ['-O2', '-o', name, join(examples, source), '-lm'], { cwd: folder, stdio: 'pipe' });
  } catch {
    return undefined;
  }
  execFileSync(gantry, ['exec', '--quiet', '--metrics', 'wall,cpu', '--trace', 'drain', '--modules', 'mpi', '--sample', 'none', '--output', archive, '--', 'mpirun', '-n', String(ranks), `./${name}`, ...words], { cwd: folder, stdio: 'pipe', env: environment });
  return archive;
}

/** A tuned run. */
export function ofTuner() {
  if (!examples) {
    return undefined;
  }
  const archive = join(folder, 'tuned.gantry');
  try {
    run('run', '--quiet', '--trace', 'drain', '--archive', archive, join(examples, 'self_tuning_pde/short.rc'));
    return archive;
  } catch (error) {
    // Without UMFPACK there is no such component.
    if (String(error.stderr).includes('no component class')) {
      return undefined;
    }
    throw error;
  }
}
