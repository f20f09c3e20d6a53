/* A copy of the world, its halves, and an intercommunicator between them, on 4 ranks: 1 message of
 * 8 bytes from each rank in each of them, one in the world, and the collective calls that are said.
 */
#include <mpi.h>

#include <stdlib.h>

static void exchange(MPI_Comm comm, int to, int from) {
    double out = 1;
    double in = 0;
    MPI_Sendrecv(&out, 1, MPI_DOUBLE, to, 0, &in, 1, MPI_DOUBLE, from, 0, comm, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    int rank = 0;
    int size = 0;
    int sum = 0;
    MPI_Comm copy;
    MPI_Comm half;
    MPI_Comm between;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 4) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &between);
    exchange(MPI_COMM_WORLD, (rank + 1) % 4, (rank + 3) % 4);
    exchange(copy, (rank + 1) % 4, (rank + 3) % 4);
    exchange(half, 1 - rank % 2, 1 - rank % 2);
    exchange(between, rank % 2, rank % 2); /* with the same place in the other half */
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, half); /* 1 call in each half */
    MPI_Barrier(copy);                                     /* 2 calls of the copy */
    MPI_Bcast(&sum, 1, MPI_INT, 0, copy);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
