/* Rank 0 hands out 400 pieces of work of different length, one at a time, to the rank that is done
 * first. Knows nothing of Gantry. */
#include <mpi.h>

#include <stdio.h>

enum { kPieces = 400, kWork = 1, kStop = 2, kSteps = 2000 };

static double work(int piece) {
    double value = piece;
    for (long step = 0; step < (long)kSteps * (1 + piece % 16); ++step) {
        value = value * 0.999 + 0.001;
    }
    return value;
}

static void lead(int workers) {
    int next = 0;
    int stopped = 0;
    double sum = 0;
    while (stopped < workers) {
        double result = 0;
        MPI_Status status;
        MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        sum += result;
        const int left = next < kPieces;
        MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, left ? kWork : kStop, MPI_COMM_WORLD);
        next += left;
        stopped += !left;
    }
    printf("%d pieces by %d workers, sum %.3f\n", kPieces, workers, sum);
}

static void help(void) {
    double result = 0; /* the first message only asks for work */
    for (;;) {
        int piece = 0;
        MPI_Status status;
        MPI_Sendrecv(&result, 1, MPI_DOUBLE, 0, kWork, &piece, 1, MPI_INT, 0, MPI_ANY_TAG,
                     MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == kStop) {
            return;
        }
        result = work(piece);
    }
}

int main(int argc, char** argv) {
    int rank = 0;
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        lead(size - 1);
    } else {
        help();
    }
    MPI_Finalize();
    return 0;
}
