/* A rod that is hot at one end and cold at the other, until its temperatures come to rest; two
 * threads, half of the rod each. */
#include <gantry.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { kCells = 2000, kSteps = 400, kThreads = 2 };

static double now[kCells + 2];
static double next[kCells + 2];
static double change[kThreads];
static pthread_barrier_t both;

static gantry_timer_t step;
static gantry_timer_t smooth;
static gantry_timer_t wait_for_other;
static gantry_timer_t print;
static gantry_event_t largest_change;

static void wait(void) {
    gantry_start(wait_for_other);
    pthread_barrier_wait(&both);
    gantry_stop(wait_for_other);
}

static void smooth_part(int part) {
    const int first = 1 + part * (kCells / kThreads);
    change[part] = 0;
    gantry_start(smooth);
    for (int i = first; i < first + kCells / kThreads; ++i) {
        next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        change[part] = fmax(change[part], fabs(next[i] - now[i]));
    }
    gantry_stop(smooth);
}

/* Not static, so that its timer can have its name. */
void* work(void* argument) {
    const int part = *(int*)argument;
    gantry_name_thread(part == 0 ? "hot half" : "cold half");
    for (int i = 0; i < kSteps; ++i) {
        gantry_start(step);
        smooth_part(part);
        wait();
        if (part == 0) {
            memcpy(now + 1, next + 1, kCells * sizeof now[0]);
            gantry_trigger(largest_change, fmax(change[0], change[1]));
        }
        wait();
        gantry_stop(step);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[kThreads];
    int parts[kThreads] = {0, 1};
    gantry_values_t steps;

    step = gantry_timer("step", "", "numerics");
    smooth = gantry_timer("smooth", "", "numerics");
    wait_for_other = gantry_timer("wait", "", "threads");
    print = gantry_timer("print", "", "output");
    largest_change = gantry_event("largest change");
    gantry_enable_group("output", 0);
    gantry_fact("cells", "2000");

    now[0] = 100;
    pthread_barrier_init(&both, NULL, kThreads);
    for (int i = 0; i < kThreads; ++i) {
        pthread_create(&threads[i], NULL, work, &parts[i]);
    }
    for (int i = 0; i < kThreads; ++i) {
        pthread_join(threads[i], NULL);
    }
    gantry_start(print);
    printf("temperature of the tenth cell: %.3f\n", now[10]);
    gantry_stop(print);
    if (gantry_values(step, &steps)) {
        printf("the program itself sees %d calls of step\n", (int)steps.calls);
    }
    return 0;
}
