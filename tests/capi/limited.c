/* Uses its files, its memory and its descriptors as any program does, and says what it found. */
#include <gantry.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long written(const char* name) {
    static char block[4096];
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    long bytes = 0;
    ssize_t part = 0;
    signal(SIGXFSZ, SIG_IGN);
    while (bytes < 64 * 4096 && (part = write(file, block, sizeof block)) > 0) {
        bytes += part;
    }
    close(file);
    unlink(name);
    return bytes;
}

int main(int count, char** words) {
    const int first = dup(2) >= 0 ? 1 : 0;
    const int handled = signal(SIGXFSZ, SIG_DFL) == SIG_DFL;
    const gantry_timer_t timer = gantry_timer("work", "", "");
    for (int i = 0; i < 200000; ++i) {
        gantry_start(timer);
        gantry_stop(timer);
    }
    char name[64];
    for (int i = 0; i < 4000; ++i) {
        snprintf(name, sizeof name, "one of many timers, so that the memory grows: %d", i);
        const gantry_timer_t other = gantry_timer(name, "", "");
        gantry_start(other);
        gantry_stop(other);
    }
    /* Half of 160 MB. */
    char* const memory = malloc(80 << 20);
    if (memory != NULL) {
        memset(memory, 1, 80 << 20);
    }
    FILE* const report = fopen(words[1], "w");
    if (report != NULL) {
        fprintf(report, "%d %d %s %ld\n", first, handled, memory != NULL ? "memory" : "no memory",
                written("limited.tmp"));
        fclose(report);
    }
    free(memory);
    return count > 2 ? atoi(words[2]) : 0;
}
