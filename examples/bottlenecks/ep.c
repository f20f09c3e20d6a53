/* Embarrassingly parallel: pairs of random numbers inside the unit circle, counted.
 *   before: the pairs are divided 19 : 30 : 45 : 73    after: evenly
 *   a number: rank 0 has so many times the pairs of each other rank */
#include "bottlenecks.h"

enum { kPairs = 24000000 };

static long share(const struct run* run) {
    static const long parts[4] = {19, 30, 45, 73};
    if (run->grade > 0) {
        const double one = kPairs / (run->size - 1 + run->grade);
        return (long)(run->rank == 0 ? one * run->grade : one);
    }
    return run->isAfter || run->size != 4 ? kPairs / run->size : kPairs / 167 * parts[run->rank];
}

int main(int argc, char** argv) {
    const struct run run = begin(&argc, &argv);
    unsigned long long state = 88172645463325252ULL + (unsigned long long)run.rank;
    long inside = 0;
    for (long pair = share(&run); pair > 0; --pair) {
        const double x = uniform(&state);
        const double y = uniform(&state);
        inside += x * x + y * y < 1.0;
    }
    long all = 0;
    MPI_Reduce(&inside, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    return end(&run, "ep", (double)all);
}
