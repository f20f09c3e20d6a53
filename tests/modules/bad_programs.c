// A program that goes wrong, or uses files in an unusual way: the word says how.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int written(const char* name, const char* text) {
    const int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text)) {
        perror(name);
        exit(9);
    }
    return file;
}

// The C library notices it and calls abort().
static int freedTwice(void) {
    char* volatile block = malloc(40);
    free(block);
    free(block);
    return 0;
}

// The header of the block is not memory of the heap.
static int freedElsewhere(void) {
    static char data[256];
    char* volatile inside = data + 64;
    free(inside);
    return 0;
}

// All memory that the heap might take is gone, and the program says so.
static int outOfMemory(void) {
    char* volatile block = malloc((size_t)1 << 60);
    return block == NULL ? 3 : 0;
}

static int manyFiles(long count) {
    char name[32];
    mkdir("many", 0755);
    for (long i = 0; i < count; ++i) {
        snprintf(name, sizeof name, "many/%ld", i);
        close(written(name, "x"));
    }
    return 0;
}

// Names are bytes: all but '/' and zero, none of it text.
static int anyNames(void) {
    for (int byte = 1; byte < 256; ++byte) {
        const char name[] = {'n', (char)byte, '\0'};
        if (byte != '/') {
            close(written(name, "ab"));
        }
    }
    return 0;
}

static int deleted(void) {
    const int file = written("gone", "abc");
    unlink("gone");
    if (write(file, "de", 2) != 2 || close(written("gone", "f")) != 0) {
        return 9;
    }
    // What was inherited has the name that the system gives it.
    return write(file, "gh", 2) == 2 ? 0 : 9;
}

static int readAll(const char* name) {
    char data[512];
    const int file = open(name, O_RDONLY);
    const ssize_t size = file < 0 ? -1 : read(file, data, sizeof data);
    close(file);
    return size > 0;
}

static int special(void) {
    const int null = open("/dev/null", O_WRONLY);
    return readAll("/proc/self/stat") && readAll("/proc/self/maps") && readAll("/dev/zero") &&
                   write(null, "abc", 3) == 3
               ? 0
               : 9;
}

// Each way that closes many at once; then a timer gets the number of a file.
static int closesAll(int withRange) {
    const int file = written("closed", "abc");
    if (withRange) {
        if (close_range(3, ~0U, 0) != 0) {
            return 9;
        }
    } else {
        closefrom(3);
    }
    const struct itimerspec once = {{0, 0}, {0, 1}};
    uint64_t expirations = 0;
    int timer = -1;
    do {
        timer = timerfd_create(CLOCK_MONOTONIC, 0);
    } while (timer >= 0 && timer < file);
    return timer == file && timerfd_settime(timer, 0, &once, NULL) == 0 &&
                   read(timer, &expirations, sizeof expirations) == sizeof expirations
               ? 0
               : 9;
}

static void* readsForEver(void* end) {
    char byte = 0;
    return read(*(int*)end, &byte, 1) == 1 ? end : NULL;
}

static void* waitsForLine(void* stream) {
    char line[8];
    return fgets(line, sizeof line, stream);
}

// A thread that never gets what it waits for is cancelled: in the call, or when it comes there.
static int isCancelled(void* (*work)(void*), void* given) {
    pthread_t thread;
    void* result = NULL;
    return pthread_create(&thread, NULL, work, given) == 0 && pthread_cancel(thread) == 0 &&
           pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED;
}

static int cancelled(void) {
    int ends[2];
    if (pipe(ends) != 0) {
        return 9;
    }
    FILE* const stream = fdopen(ends[0], "r");
    return isCancelled(readsForEver, &ends[0]) && isCancelled(waitsForLine, stream) ? 6 : 9;
}

int main(int count, char** words) {
    const char* const word = count > 1 ? words[1] : "";
    if (strcmp(word, "freed_twice") == 0) {
        return freedTwice();
    }
    if (strcmp(word, "freed_elsewhere") == 0) {
        return freedElsewhere();
    }
    if (strcmp(word, "out_of_memory") == 0) {
        return outOfMemory();
    }
    if (strcmp(word, "many") == 0 && count > 2) {
        return manyFiles(strtol(words[2], NULL, 10));
    }
    if (strcmp(word, "names") == 0) {
        return anyNames();
    }
    if (strcmp(word, "deleted") == 0) {
        return deleted();
    }
    if (strcmp(word, "close_range") == 0 || strcmp(word, "closefrom") == 0) {
        return closesAll(strcmp(word, "close_range") == 0);
    }
    if (strcmp(word, "cancelled") == 0) {
        return cancelled();
    }
    return strcmp(word, "special") == 0 ? special() : 8;
}
