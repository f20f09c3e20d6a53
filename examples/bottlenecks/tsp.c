/* A travelling salesman by islands: each rank improves a tour of its own by random exchanges, and
 * now and then all take over the best one. A generation takes one rank more time than another.
 *   before: all meet in each generation    after: in every 50th    a number: in every so many */
#include <math.h>

#include "bottlenecks.h"

enum { kCities = 64, kGenerations = 150, kTrials = 12000 };

static double x[kCities];
static double y[kCities];

static double distance(int a, int b) {
    return hypot(x[a] - x[b], y[a] - y[b]);
}

static double length(const int* tour) {
    double sum = 0;
    for (int i = 0; i < kCities; ++i) {
        sum += distance(tour[i], tour[(i + 1) % kCities]);
    }
    return sum;
}

/* Turns a piece of the tour round where that makes it shorter. */
static void improve(int* tour, unsigned long long* state) {
    int from = 1 + (int)(uniform(state) * (kCities - 2));
    int to = 1 + (int)(uniform(state) * (kCities - 2));
    if (from > to) {
        const int other = from;
        from = to;
        to = other;
    }
    const double now =
        distance(tour[from - 1], tour[from]) + distance(tour[to], tour[(to + 1) % kCities]);
    const double then =
        distance(tour[from - 1], tour[to]) + distance(tour[from], tour[(to + 1) % kCities]);
    for (; then < now && from < to; ++from, --to) {
        const int other = tour[from];
        tour[from] = tour[to];
        tour[to] = other;
    }
}

static void takeBest(int* tour, int rank) {
    struct {
        double length;
        int rank;
    } own = {length(tour), rank}, best;
    MPI_Allreduce(&own, &best, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    MPI_Bcast(tour, kCities, MPI_INT, best.rank, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    const struct run run = begin(&argc, &argv);
    unsigned long long cities = 2463534242ULL;
    unsigned long long state = 88172645463325252ULL * (unsigned long long)(run.rank + 1);
    /* Of its own, so that the work of each generation follows from the rank alone. */
    unsigned long long pace = state;
    const int each = run.isAfter ? 50 : run.grade > 0 ? (int)run.grade : 1;
    int tour[kCities];
    for (int i = 0; i < kCities; ++i) {
        x[i] = uniform(&cities);
        y[i] = uniform(&cities);
        tour[i] = i;
    }
    for (int generation = 1; generation <= kGenerations; ++generation) {
        for (long trial = (long)((0.4 + 1.2 * uniform(&pace)) * kTrials); trial > 0; --trial) {
            improve(tour, &state);
        }
        if (generation % each == 0) {
            takeBest(tour, run.rank);
        }
    }
    return end(&run, "tsp", length(tour));
}
