/* Parallel regions with two threads each: what OpenMP announces of their members.
 *   known_teams teams    10 times team(), whose loop has a barrier at its end
 *   known_teams uneven   one thread computes 20 ms while the other waits
 *   known_teams tasks    8 tasks in one region
 *   known_teams locks    100 critical sections of each thread */
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 1000 };

static double values[SIZE];
static long count;

__attribute__((noinline)) void team(void) {
#pragma omp parallel num_threads(2)
#pragma omp for
    for (int i = 0; i < SIZE; ++i) {
        values[i] += i;
    }
}

__attribute__((noinline)) void uneven(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            const double begin = omp_get_wtime();
            while (omp_get_wtime() - begin < 0.02) {
            }
        }
#pragma omp barrier
    }
}

__attribute__((noinline)) void tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 8; ++i) {
#pragma omp task firstprivate(i)
        values[i] += 1;
    }
}

__attribute__((noinline)) void locks(void) {
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 100; ++i) {
#pragma omp critical
        ++count;
    }
}

int main(int argc, char** argv) {
    const char* const what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "teams") == 0) {
        for (int i = 0; i < 10; ++i) {
            team();
        }
    } else if (strcmp(what, "uneven") == 0) {
        uneven();
    } else if (strcmp(what, "tasks") == 0) {
        tasks();
    } else if (strcmp(what, "locks") == 0) {
        locks();
    } else {
        return 9;
    }
    printf("%.0f %ld\n", values[1], count);
    return 0;
}
