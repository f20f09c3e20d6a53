/* LU decomposition, rows in turn to ranks: all eliminate with a piece of the pivot row, then the
 * next piece comes.
 *   before: pieces of 4 columns    after: the whole row */
#include "bottlenecks.h"

enum { kRows = 600, kPiece = 4 };

static double matrix[kRows][kRows];

static void eliminate(int pivot, int from, int to, const struct run* run) {
    for (int row = pivot + 1; row < kRows; ++row) {
        if (row % run->size != run->rank) {
            continue;
        }
        if (from == pivot) {
            matrix[row][pivot] /= matrix[pivot][pivot];
        }
        for (int column = from == pivot ? pivot + 1 : from; column < to; ++column) {
            matrix[row][column] -= matrix[row][pivot] * matrix[pivot][column];
        }
    }
}

int main(int argc, char** argv) {
    const struct run run = begin(&argc, &argv);
    const int piece = run.isAfter ? kRows : kPiece;
    unsigned long long state = 88172645463325252ULL;
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kRows; ++column) {
            matrix[row][column] = uniform(&state) + (row == column ? kRows : 0);
        }
    }
    for (int pivot = 0; pivot < kRows; ++pivot) {
        for (int from = pivot; from < kRows; from += piece) {
            const int to = from + piece < kRows ? from + piece : kRows;
            MPI_Bcast(&matrix[pivot][from], to - from, MPI_DOUBLE, pivot % run.size,
                      MPI_COMM_WORLD);
            eliminate(pivot, from, to, &run);
        }
    }
    return end(&run, "lu", matrix[kRows - 1][kRows - 1]);
}
