/* Rank 0 hands out points in turn, the others find values between those of a table and send them
 * back.
 *   before: one point a message    after: 1000 */
#include "bottlenecks.h"

enum { kPoints = 360000, kTable = 1000, kBlock = 1000 };

static double between(const double* table, double point) {
    const int at = (int)(point * (kTable - 1));
    const double part = point * (kTable - 1) - at;
    return table[at] * (1 - part) + table[at + 1] * part;
}

/* Rank 0: all points to one rank, and back. */
static double askFor(int rank, int count, int block, double* points, unsigned long long* state) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        points[i] = uniform(state);
    }
    for (int at = 0; at < count; at += block) {
        MPI_Send(points + at, block, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD);
    }
    for (int at = 0; at < count; at += block) {
        MPI_Recv(points + at, block, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += points[at];
    }
    return sum;
}

static void answer(int count, int block, double* points, const double* table) {
    for (int at = 0; at < count; at += block) {
        MPI_Recv(points + at, block, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < count; ++i) {
        points[i] = between(table, points[i]);
    }
    for (int at = 0; at < count; at += block) {
        MPI_Send(points + at, block, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    const struct run run = begin(&argc, &argv);
    const int block = run.isAfter ? kBlock : 1;
    const int count = kPoints / (run.size > 1 ? run.size - 1 : 1) / kBlock * kBlock;
    double table[kTable];
    for (int i = 0; i < kTable; ++i) {
        table[i] = (double)i * i;
    }
    double* const points = doubles(count);
    unsigned long long state = 88172645463325252ULL;
    double sum = 0;
    for (int rank = 1; run.rank == 0 && rank < run.size; ++rank) {
        sum += askFor(rank, count, block, points, &state);
    }
    if (run.rank > 0) {
        answer(count, block, points, table);
    }
    free(points);
    return end(&run, "interpolation", sum);
}
