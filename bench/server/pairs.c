/* A program that starts and stops a timer a million times a second, and reports how many times it
 * could in each slice: pairs PAIRS_PER_SECOND [TIMERS], 100 timers by default. It works on one
 * number for the rest of each pair, so that it needs its whole processor. Writes "BEGIN END WORK"
 * for each slice of 50 ms: seconds of CLOCK_MONOTONIC, and pieces of work done. */
#include <gantry.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kMostTimers = 100000, kUsualTimers = 100, kCalibrated = 100000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static volatile uint64_t sink;

static void work(unsigned count) {
    uint64_t value = sink;
    for (unsigned i = 0; i < count; ++i) {
        value = value * 6364136223846793005u + 1442695040888963407u;
    }
    sink = value;
}

int main(int count, char** words) {
    const double rate = count > 1 ? atof(words[1]) : 1e6;
    static gantry_timer_t timers[kMostTimers];
    const int wantedTimers = count > 2 ? atoi(words[2]) : kUsualTimers;
    if (wantedTimers < 1 || wantedTimers > kMostTimers) {
        fprintf(stderr, "pairs: TIMERS is from 1 to %d\n", kMostTimers);
        return 2;
    }
    for (int i = 0; i < wantedTimers; ++i) {
        char name[32];
        snprintf(name, sizeof name, "timer %d", i);
        timers[i] = gantry_timer(name, "", "pairs");
    }
    /* How much work makes the wanted number of pairs a second, found once. */
    unsigned pieces = 100;
    for (int round = 0; round < 20; ++round) {
        const double begin = now();
        for (int i = 0; i < kCalibrated; ++i) {
            gantry_start(timers[i % wantedTimers]);
            work(pieces);
            gantry_stop(timers[i % wantedTimers]);
        }
        const double wanted = kCalibrated / rate;
        pieces = (unsigned)(pieces * wanted / (now() - begin) + 0.5);
        pieces = pieces < 1 ? 1 : pieces;
    }
    for (;;) {
        const double begin = now();
        uint64_t pairs = 0;
        double end = begin;
        while (end - begin < 0.05) {
            for (int i = 0; i < wantedTimers; ++i) {
                gantry_start(timers[i]);
                work(pieces);
                gantry_stop(timers[i]);
            }
            pairs += (uint64_t)wantedTimers;
            end = now();
        }
        printf("%.6f %.6f %llu\n", begin, end, (unsigned long long)pairs);
        fflush(stdout);
    }
}
