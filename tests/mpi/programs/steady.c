/* Rings and reductions for so many seconds, one every millisecond: a run that is long enough for
 * its clocks to be compared again. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? atof(argv[1]) : 1;
    const struct timespec pause = {0, 1000000};
    int rank = 0;
    int size = 0;
    int goes_on = 1;
    double out = 0;
    double in = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const double end = MPI_Wtime() + seconds;
    while (goes_on) {
        MPI_Sendrecv(&out, 1, MPI_DOUBLE, (rank + 1) % size, 0, &in, 1, MPI_DOUBLE,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        goes_on = MPI_Wtime() < end;
        MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
        nanosleep(&pause, NULL);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
