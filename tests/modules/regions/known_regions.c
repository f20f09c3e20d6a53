/* Announces regions whose number and nesting are known, through the announcers that it is linked
 * with. known_regions calls       outer, with 1000 times inner inside, twice known_regions mixed
 * inside each other: outer, a timer of gantry.h, inner with one read of standard input
 *   known_regions threads     4 threads with 500 times outer and inner each
 *   known_regions meetings    4 threads that meet 300 new names at the same time
 *   known_regions unbalanced  3 ends without a begin, around outer
 *   known_regions names       regions whose names have all kinds of bytes, are long, and are empty
 *   known_regions many        20000 different names
 *   known_regions deep        2000 regions inside each other
 *   known_regions stacked     inside each other, one region of each announcer, twice around
 *   known_regions forked      outer in a child that is forked inside outer
 *   known_regions pairs N     N times inner; prints the ns of each
 * Ends with status 3. */
#include <gantry.h>

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "announcer.h"

enum { THREADS = 4, STATUS = 3 };

volatile int result;

static const announcer* one(void) {
    return announcers[0];
}

static void nothing(void* argument) {
    (void)argument;
    ++result;
}

static void inner_times(void* times) {
    for (int i = 0; i < *(int*)times; ++i) {
        one()->within("inner", nothing, NULL);
    }
}

static void calls(void) {
    int times = 1000;
    one()->within("outer", inner_times, &times);
    one()->within("outer", inner_times, &times);
}

static void reads(void* argument) {
    char byte = 0;
    (void)argument;
    result += (int)read(STDIN_FILENO, &byte, 1);
}

static void timed(void* argument) {
    const gantry_timer_t own = gantry_timer("own", "", "own");
    (void)argument;
    gantry_start(own);
    one()->within("inner", reads, NULL);
    gantry_stop(own);
}

static void* in_thread(void* argument) {
    int one_time = 1;
    for (int i = 0; i < 500; ++i) {
        one()->within("outer", inner_times, &one_time);
    }
    return argument;
}

static int arrived;

/* Spinning, so that threads go on within nanoseconds of each other. */
static void meet(int round) {
    __atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL);
    for (int i = 1; __atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < round * THREADS; ++i) {
        if (i % 1000 == 0) {
            sched_yield();
        }
    }
}

static void* in_meetings(void* argument) {
    char name[32];
    for (int i = 0; i < 300; ++i) {
        snprintf(name, sizeof name, "meeting %d", i);
        meet(i + 1);
        one()->within(name, nothing, NULL);
    }
    return argument;
}

static void threads(void* (*run)(void*)) {
    pthread_t made[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        pthread_create(&made[i], NULL, run, NULL);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(made[i], NULL);
    }
}

static void unbalanced(void) {
    int once = 1;
    one()->end_without_begin();
    one()->end_without_begin();
    one()->within("outer", inner_times, &once);
    one()->end_without_begin();
}

static void names(void) {
    char all[256];
    char* const length = malloc(20001);
    for (int i = 0; i < 255; ++i) {
        all[i] = (char)(i + 1);
    }
    all[255] = '\0';
    memset(length, 'n', 20000);
    length[20000] = '\0';
    one()->within(all, nothing, NULL);
    one()->within(length, nothing, NULL);
    one()->within("", nothing, NULL);
    one()->within("\xff\xfe not UTF-8 <script>\"'\n\t%s%n", nothing, NULL);
    free(length);
}

static void many(void) {
    char name[32];
    for (int i = 0; i < 20000; ++i) {
        snprintf(name, sizeof name, "region %d", i);
        one()->within(name, nothing, NULL);
    }
}

static void deeper(void* levels) {
    int below = *(int*)levels - 1;
    if (below > 0) {
        one()->within("outer", deeper, &below);
    }
}

static void stacked(void* place) {
    int next = *(int*)place + 1;
    int number = 0;
    while (announcers[number] != NULL) {
        ++number;
    }
    if (next <= 2 * number) {
        announcers[(next - 1) % number]->within("outer", stacked, &next);
    }
}

static void forks(void* argument) {
    const pid_t child = fork();
    (void)argument;
    if (child == 0) {
        one()->within("outer", nothing, NULL);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void pairs(int times) {
    struct timespec begin;
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    inner_times(&times);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.1f\n",
           ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) /
               times);
}

static int run(int count, char** words) {
    const char* const what = count > 1 ? words[1] : "";
    int start = 0;
    int levels = 2000;
    if (strcmp(what, "calls") == 0) {
        calls();
    } else if (strcmp(what, "mixed") == 0) {
        one()->within("outer", timed, NULL);
    } else if (strcmp(what, "threads") == 0) {
        threads(in_thread);
    } else if (strcmp(what, "meetings") == 0) {
        threads(in_meetings);
    } else if (strcmp(what, "unbalanced") == 0) {
        unbalanced();
    } else if (strcmp(what, "names") == 0) {
        names();
    } else if (strcmp(what, "many") == 0) {
        many();
    } else if (strcmp(what, "deep") == 0) {
        one()->within("outer", deeper, &levels);
    } else if (strcmp(what, "stacked") == 0) {
        stacked(&start);
    } else if (strcmp(what, "forked") == 0) {
        one()->within("outer", forks, NULL);
    } else if (strcmp(what, "pairs") == 0 && count > 2) {
        pairs(atoi(words[2]));
    } else {
        return 9;
    }
    return STATUS;
}

int main(int count, char** words) {
    for (const announcer* const* each = announcers; *each != NULL; ++each) {
        if ((*each)->start != NULL) {
            (*each)->start(&count, &words);
        }
    }
    const int status = run(count, words);
    for (const announcer* const* each = announcers; *each != NULL; ++each) {
        if ((*each)->finish != NULL) {
            (*each)->finish();
        }
    }
    printf("done %d\n", result);
    return status;
}
