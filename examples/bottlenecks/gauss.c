/* Gauss elimination, rows in turn to ranks: the owner gives the pivot row to all others.
 *   before: one number a message    after: the row at once (MPI_Bcast) */
#include "bottlenecks.h"

enum { kRows = 480 };

static double matrix[kRows][kRows];

static void giveRow(double* row, int from, int owner, const struct run* run) {
    if (run->isAfter) {
        MPI_Bcast(row + from, kRows - from, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        return;
    }
    for (int rank = 0; rank < run->size; ++rank) {
        for (int column = from; rank != owner && column < kRows; ++column) {
            if (run->rank == owner) {
                MPI_Send(row + column, 1, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD);
            } else if (run->rank == rank) {
                MPI_Recv(row + column, 1, MPI_DOUBLE, owner, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            }
        }
    }
}

int main(int argc, char** argv) {
    const struct run run = begin(&argc, &argv);
    unsigned long long state = 88172645463325252ULL;
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kRows; ++column) {
            matrix[row][column] = uniform(&state) + (row == column ? kRows : 0);
        }
    }
    for (int pivot = 0; pivot < kRows; ++pivot) {
        giveRow(matrix[pivot], pivot, pivot % run.size, &run);
        for (int row = pivot + 1; row < kRows; ++row) {
            if (row % run.size != run.rank) {
                continue;
            }
            const double factor = matrix[row][pivot] / matrix[pivot][pivot];
            for (int column = pivot; column < kRows; ++column) {
                matrix[row][column] -= factor * matrix[pivot][column];
            }
        }
    }
    return end(&run, "gauss", matrix[kRows - 1][kRows - 1]);
}
