/* Rank 0 gives each rank the values of its range, ranks sort them, rank 0 collects.
 *   before: one value a message    after: a whole range a message */
#include "bottlenecks.h"

enum { kValues = 200000 };

static int ascending(const void* a, const void* b) {
    const double first = *(const double*)a;
    const double second = *(const double*)b;
    return (first > second) - (first < second);
}

/* The same on both sides: so many values in pieces. */
static void sendAll(const double* values, int count, int to, int piece) {
    for (int at = 0; at < count; at += piece) {
        MPI_Send(values + at, count - at < piece ? count - at : piece, MPI_DOUBLE, to, 0,
                 MPI_COMM_WORLD);
    }
}

static void receiveAll(double* values, int count, int from, int piece) {
    for (int at = 0; at < count; at += piece) {
        MPI_Recv(values + at, count - at < piece ? count - at : piece, MPI_DOUBLE, from, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* The values of one range, in front of the others. */
static int rangeOf(const double* values, double* range, double low, double high) {
    int count = 0;
    for (int i = 0; i < kValues; ++i) {
        if (values[i] >= low && values[i] < high) {
            range[count++] = values[i];
        }
    }
    return count;
}

int main(int argc, char** argv) {
    const struct run run = begin(&argc, &argv);
    const int piece = run.isAfter ? kValues : 1;
    double* const range = doubles(kValues);
    double* const values = doubles(run.rank == 0 ? kValues : 1);
    int own = 0;
    int counts[64] = {0};
    if (run.rank == 0) {
        unsigned long long state = 88172645463325252ULL;
        for (int i = 0; i < kValues; ++i) {
            values[i] = uniform(&state);
        }
        for (int rank = run.size - 1; rank >= 0; --rank) {
            own = rangeOf(values, range, (double)rank / run.size, (rank + 1.0) / run.size);
            counts[rank] = own;
            if (rank > 0) {
                MPI_Send(&own, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
                sendAll(range, own, rank, piece);
            }
        }
    } else {
        MPI_Recv(&own, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        receiveAll(range, own, 0, piece);
    }
    qsort(range, (size_t)own, sizeof(double), ascending);
    double sum = range[0];
    if (run.rank > 0) {
        sendAll(range, own, 0, piece);
    } else {
        for (int rank = 1; rank < run.size; ++rank) {
            receiveAll(values, counts[rank], rank, piece);
            sum += values[0];
        }
    }
    free(range);
    free(values);
    return end(&run, "quicksort", sum);
}
