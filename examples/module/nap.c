/* A program that sleeps in several ways. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    const struct timespec millisecond = {0, 1000000};
    for (int i = 0; i < 20; ++i) {
        nanosleep(&millisecond, NULL);
    }
    for (int i = 0; i < 3; ++i) {
        usleep(5000);
    }
    clock_nanosleep(CLOCK_MONOTONIC, 0, &millisecond, NULL);
    puts("awake");
    return 0;
}
