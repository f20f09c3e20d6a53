/* What messages and barriers of MPI cost here, for `gantry calibrate`, which starts it on some
 * ranks. Rank 0 prints lines of name, median in ns, and half of the middle half as a part of it. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kBatches = 60, kRounds = 20, kStream = 200, kLargest = 262144, kSizes = 4 };

static char data[kLargest];
static int rank;

static int ascending(const void* a, const void* b) {
    const double first = *(const double*)a;
    const double second = *(const double*)b;
    return (first > second) - (first < second);
}

static void print(const char* name, double* values, int count) {
    qsort(values, (size_t)count, sizeof(double), ascending);
    const double median = values[count / 2];
    const double spread = (values[count - 1 - count / 4] - values[count / 4]) / 2;
    if (rank == 0) {
        printf("%s %.4g %.3g\n", name, median, median > 0 ? spread / median : 0);
    }
}

static void roundTrips(int bytes) {
    for (int round = 0; round < kRounds; ++round) {
        if (rank == 0) {
            MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
    }
}

/* Many messages one way, then an answer. */
static void stream(int bytes) {
    for (int message = 0; message < kStream; ++message) {
        if (rank == 0) {
            MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        } else if (rank == 1) {
            MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    if (rank == 1) {
        MPI_Send(data, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Recv(data, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void barriers(int count) {
    for (int round = 0; round < count; ++round) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* Fills values with the ns of one of `each` in a batch; returns how many batches there were. All
 * ranks do the same number, whatever time they take. */
static int measure(void (*batch)(int), int argument, double each, double* values) {
    const double kLongest = 1.0;
    const double begin = MPI_Wtime();
    int goesOn = 1;
    int count = 0;
    batch(argument);
    while (goesOn && count < kBatches) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double since = MPI_Wtime();
        batch(argument);
        values[count++] = (MPI_Wtime() - since) / each * 1e9;
        goesOn = MPI_Wtime() - begin < kLongest;
        MPI_Bcast(&goesOn, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return count;
}

int main(int argc, char** argv) {
    static const int sizes[kSizes] = {8, 1024, 32768, kLargest};
    double values[kBatches];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int size = 0; size < kSizes; ++size) {
        char name[32];
        (void)snprintf(name, sizeof(name), "message%d", sizes[size]);
        print(name, values, measure(roundTrips, sizes[size], 2.0 * kRounds, values));
    }
    print("stream", values, measure(stream, 8, kStream, values));
    print("barrier", values, measure(barriers, kRounds, kRounds, values));
    MPI_Finalize();
    return 0;
}
