/* Cramer's rule: 192 determinants of 191 rows, as many on each rank. There is nothing to improve in
 * how it communicates. */
#include "bottlenecks.h"

#include <math.h>

enum { kRows = 191 };

/* Destroys the matrix. */
static double logOfDeterminant(double matrix[kRows][kRows]) {
    double sum = 0;
    for (int pivot = 0; pivot < kRows; ++pivot) {
        sum += log(fabs(matrix[pivot][pivot]));
        for (int row = pivot + 1; row < kRows; ++row) {
            const double factor = matrix[row][pivot] / matrix[pivot][pivot];
            for (int column = pivot; column < kRows; ++column) {
                matrix[row][column] -= factor * matrix[pivot][column];
            }
        }
    }
    return sum;
}

int main(int argc, char** argv) {
    static double system[kRows][kRows];
    static double changed[kRows][kRows];
    const struct run run = begin(&argc, &argv);
    unsigned long long state = 88172645463325252ULL;
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kRows; ++column) {
            system[row][column] = uniform(&state) + (row == column ? kRows : 0);
        }
    }
    double sum = 0;
    for (int which = run.rank; which <= kRows; which += run.size) {
        memcpy(changed, system, sizeof(system));
        for (int row = 0; which < kRows && row < kRows; ++row) {
            changed[row][which] = 1 + row % 3 + (row == which ? kRows : 0);
        }
        sum += logOfDeterminant(changed);
    }
    double all = 0;
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return end(&run, "cramer", all);
}
