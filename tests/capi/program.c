/* A program that measures itself through gantry.h, and ends in the way its first word says. */
#include <gantry.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int early_ends(void);

static gantry_timer_t solve;
static gantry_timer_t quiet;
static gantry_event_t residual;

static void late(void) {
    gantry_start(solve);
    gantry_stop(solve);
    gantry_trigger(residual, 1.0);
}

/* Exported, so that the dynamic linker knows its name. */
void* named_worker(void* argument) {
    gantry_timer_t work = gantry_timer("work", "", "");
    for (int i = 0; i < 10; ++i) {
        gantry_start(work);
        gantry_stop(work);
    }
    return argument;
}

static void* leaving_worker(void* argument) {
    named_worker(NULL);
    pthread_exit(argument);
}

static void* last_wish(void* argument) {
    static pthread_key_t key;
    pthread_key_create(&key, (void (*)(void*))late);
    pthread_setspecific(key, &key);
    return named_worker(argument);
}

static int run_threads(void* (*routine)(void*)) {
    pthread_t threads[4];
    int sum = 0;
    for (long i = 0; i < 4; ++i) {
        if (pthread_create(&threads[i], NULL, routine, (void*)i) != 0) {
            return -1;
        }
    }
    for (int i = 0; i < 4; ++i) {
        void* result = NULL;
        pthread_join(threads[i], &result);
        sum += (int)(long)result;
    }
    return sum;
}

static void work(void) {
    for (int i = 0; i < 3; ++i) {
        gantry_start(solve);
        gantry_start(quiet);
        gantry_trigger(residual, 0.5 * i);
        gantry_stop(quiet);
        gantry_stop(solve);
    }
}

/* Calls a short timer until it is given up: then its calls grow no more. */
static int call_until_given_up(void) {
    gantry_timer_t brief = gantry_timer("brief", "", "");
    gantry_values_t before;
    gantry_values_t after;
    for (long round = 0; round < 1000000; ++round) {
        gantry_values(brief, &before);
        for (int i = 0; i < 1000; ++i) {
            gantry_start(brief);
            gantry_stop(brief);
        }
        gantry_values(brief, &after);
        if (before.calls == after.calls) {
            return 0;
        }
    }
    return 1;
}

/* The timer that runs at the fork is stopped in both. */
static int fork_and_work(void) {
    int status = 1;
    gantry_start(solve);
    if (fork() == 0) {
        gantry_stop(solve);
        work();
        exit(0);
    }
    gantry_stop(solve);
    wait(&status);
    return status;
}

static int end_as(const char* word) {
    if (strcmp(word, "exit") == 0) {
        gantry_start(solve);
        exit(7);
    }
    if (strcmp(word, "_exit") == 0) {
        _exit(8);
    }
    if (strcmp(word, "kill") == 0) {
        raise(SIGKILL);
    }
    if (strcmp(word, "abort") == 0) {
        abort();
    }
    if (strcmp(word, "threads") == 0) {
        return run_threads(named_worker) == 6 ? 0 : 1;
    }
    if (strcmp(word, "pthread_exit") == 0) {
        return run_threads(leaving_worker) == 6 ? 0 : 1;
    }
    if (strcmp(word, "late") == 0) {
        return run_threads(last_wish) == 6 ? 0 : 1;
    }
    if (strcmp(word, "brief") == 0) {
        return call_until_given_up();
    }
    if (strcmp(word, "main_leaves") == 0) {
        pthread_exit(NULL);
    }
    if (strcmp(word, "fork") == 0 && fork() == 0) {
        exit(0);
    }
    if (strcmp(word, "fork_and_work") == 0) {
        return fork_and_work();
    }
    return 0;
}

int main(int count, char** words) {
    gantry_values_t values;
    int known;
    atexit(late);
    early_ends();
    solve = gantry_timer("solve", "Solver", "numerics");
    gantry_enable_group("quiet", 0);
    quiet = gantry_timer("quiet", "", "quiet");
    residual = gantry_event("residual");
    work();
    known = gantry_values(solve, &values);
    printf("%d %d %d\n", gantry_measuring(), known, (int)values.calls);
    fflush(stdout);
    return end_as(count > 1 ? words[1] : "return");
}
