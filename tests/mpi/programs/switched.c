/* 10 messages from rank 0 to rank 1 while measurement is on, 100 while rank 0 has switched it off,
 * and 1 behind that. */
#include <mpi.h>

#include <stdlib.h>

static void send(int rank, int times) {
    double value = 0;
    for (int round = 0; round < times; ++round) {
        if (rank == 0) {
            MPI_Send(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        } else if (rank == 1) {
            MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
}

int main(int argc, char** argv) {
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    send(rank, 10);
    if (rank == 0) {
        MPI_Pcontrol(0);
    }
    send(rank, 100);
    for (int round = 0; round < 100; ++round) {
        MPI_Barrier(MPI_COMM_WORLD); /* counted on one rank only */
    }
    MPI_Pcontrol(1);
    send(rank, 1);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
