/* Values go around a ring of ranks, 200 times. The last rank has four times the work of the others,
 * so that all others wait for it. Knows nothing of Gantry. */
#include <mpi.h>

#include <stdio.h>

enum { kRounds = 200, kValues = 1000, kSteps = 40000 };

static double work(double value, long steps) {
    for (long step = 0; step < steps; ++step) {
        value = value * 0.999 + 0.001;
    }
    return value;
}

int main(int argc, char** argv) {
    double out[kValues] = {0};
    double in[kValues];
    int rank = 0;
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int next = (rank + 1) % size;
    const int last = (rank + size - 1) % size;
    const long steps = rank == size - 1 ? 4L * kSteps : kSteps;
    for (int round = 0; round < kRounds; ++round) {
        out[0] = work(out[0], steps);
        MPI_Sendrecv(out, kValues, MPI_DOUBLE, next, 0, in, kValues, MPI_DOUBLE, last, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        out[0] = in[0];
    }
    double sum = 0;
    MPI_Reduce(out, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d ranks, %d rounds, sum %.3f\n", size, kRounds, sum);
    }
    MPI_Finalize();
    return 0;
}
