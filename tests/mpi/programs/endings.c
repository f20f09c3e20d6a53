/* Ways in which a program of several ranks ends badly. The word says which; rank 1 does it, after
 * every rank sent 10 messages of 8 bytes around the ring. */
#include <mpi.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kRounds = 10, kStatus = 7 };

static void turn(int rank, int size) {
    double out = rank;
    double in = 0;
    for (int round = 0; round < kRounds; ++round) {
        MPI_Sendrecv(&out, 1, MPI_DOUBLE, (rank + 1) % size, 0, &in, 1, MPI_DOUBLE,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    const char* const word = argc > 1 ? argv[1] : "";
    int rank = 0;
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    turn(rank, size);
    if (strcmp(word, "unfinished") == 0) {
        _exit(EXIT_SUCCESS);
    }
    if (rank == 1 && strcmp(word, "abort") == 0) {
        MPI_Abort(MPI_COMM_WORLD, kStatus);
    }
    if (rank == 1 && strcmp(word, "die") == 0) {
        raise(SIGKILL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
