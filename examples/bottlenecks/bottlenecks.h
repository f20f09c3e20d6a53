/* What the programs of this folder share: begin, end, random numbers. */
#ifndef BOTTLENECKS_H
#define BOTTLENECKS_H

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    int rank;
    int size;
    int isAfter;  /* the variant after the advice was taken */
    double grade; /* a variant between both, where the argument is a number; otherwise 0 */
    double since;
};

static inline struct run begin(int* argc, char*** argv) {
    struct run run;
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &run.size);
    run.isAfter = *argc > 1 && strcmp((*argv)[1], "after") == 0;
    run.grade = *argc > 1 ? atof((*argv)[1]) : 0;
    MPI_Barrier(MPI_COMM_WORLD);
    run.since = MPI_Wtime();
    return run;
}

/* Prints name, seconds of rank 0, and a result that makes the work needed. */
static inline int end(const struct run* run, const char* name, double result) {
    if (run->rank == 0) {
        const char* const variant = run->isAfter ? "after" : run->grade > 0 ? "graded" : "before";
        printf("%s %s %.4f s, result %.6g\n", name, variant, MPI_Wtime() - run->since, result);
    }
    MPI_Finalize();
    return 0;
}

/* 0 to 1, by xorshift (G. Marsaglia, 2003). */
static inline double uniform(unsigned long long* state) {
    *state ^= *state << 13U;
    *state ^= *state >> 7U;
    *state ^= *state << 17U;
    return (double)(*state >> 11U) * (1.0 / 9007199254740992.0);
}

static inline double* doubles(long count) {
    double* const made = calloc((size_t)count, sizeof(double));
    if (made == NULL) {
        fprintf(stderr, "no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return made;
}

#endif
