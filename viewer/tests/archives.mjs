// Archives of real runs that tests look at, where what makes them is installed; undefined: it is not.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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

/** Says that a process runs on the host of TEST_HOST. */
const otherHost = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>
int uname(struct utsname* name) {
    const int code = (int)syscall(SYS_uname, name);
    const char* const host = getenv("TEST_HOST");
    if (code == 0 && host) {
        snprintf(name->nodename, sizeof name->nodename, "%s", host);
    }
    return code;
}
`;

/** Ranks that start so many threads, each of which computes a little. */
const threaded = `#include <math.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
static void* work(void* sum) {
    for (int i = 1; i < 200000; ++i) { *(double*)sum += sin(i); }
    return NULL;
}
int main(int count, char** words) {
    static double sums[16];
    pthread_t threads[16];
    const int all = atoi(words[1]);
    MPI_Init(&count, &words);
    for (int i = 0; i < all; ++i) { pthread_create(&threads[i], NULL, work, &sums[i]); }
    for (int i = 0; i < all; ++i) { pthread_join(threads[i], NULL); }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
`;

/** A traced run of ranks with so many further threads each, half of them on node0, the others on node1; `alike`: all on one host. */
export function ofHosts(ranks = 4, threads = 2, alike = '') {
  const archive = join(folder, `hosts${ranks}${alike}.gantry`);
  writeFileSync(join(folder, 'host.c'), otherHost);
  writeFileSync(join(folder, 'threaded.c'), threaded);
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', 'host.so', 'host.c'], { cwd: folder, stdio: 'pipe' });
    execFileSync('mpicc', ['-O1', '-pthread', '-o', 'threaded', 'threaded.c', '-lm'], { cwd: folder, stdio: 'pipe' });
  } catch {
    return undefined;
  }
  writeFileSync(join(folder, 'on-host.sh'), `export TEST_HOST=node$((${alike ? 0 : `\${OMPI_COMM_WORLD_RANK:-$PMI_RANK} / ${ranks / 2}`})) LD_PRELOAD="$LD_PRELOAD:$PWD/host.so"\nexec "$@"\n`);
  execFileSync(gantry, ['exec', '--quiet', '--trace', 'drain', '--modules', 'mpi', '--sample', 'none', '--output', archive, '--', 'mpirun', '-n', String(ranks), 'sh', 'on-host.sh', './threaded', String(threads)], { cwd: folder, stdio: 'pipe', env: environment });
  return archive;
}
