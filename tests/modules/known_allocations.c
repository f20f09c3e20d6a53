/* Allocates a known number of blocks, in functions of known names.
 *   known_allocations keep      1000 blocks of 4096 B that are not freed, 50000 of 100 B that are, and one of each kind
 *   known_allocations threads   4 threads that allocate and free 10000 blocks of 64 B each
 *   known_allocations fork      a child that allocates 100 blocks of 1000 B
 *   known_allocations fail      a block that there is no memory for
 *   known_allocations grow      one block from 16 B to 16 MiB, doubled each time */
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEPT = 1000, CHURNED = 50000, IN_THREAD = 10000, THREADS = 4, IN_CHILD = 100 };

void* volatile last;

__attribute__((noinline)) void keeper(int blocks, size_t bytes) {
    for (int i = 0; i < blocks; ++i) {
        last = malloc(bytes);
    }
}

__attribute__((noinline)) void churner(int blocks, size_t bytes) {
    for (int i = 0; i < blocks; ++i) {
        last = malloc(bytes);
        free(last);
    }
}

__attribute__((noinline)) int one_of_each_kind(void) {
    void* aligned = NULL;
    char* zeroed = calloc(10, 100);
    for (int i = 0; i < 1000; ++i) {
        if (zeroed[i] != 0) {
            return 1;
        }
    }
    zeroed = realloc(zeroed, 5000);
    zeroed = reallocarray(zeroed, 10, 1000);
    if (posix_memalign(&aligned, 256, 1000) != 0 || (uintptr_t)aligned % 256 != 0) {
        return 2;
    }
    void* const more = aligned_alloc(512, 1024);
    last = more;
    void* const page = valloc(10);
    free(zeroed);
    free(aligned);
    free(more);
    free(page);
    free(NULL);
    last = realloc(NULL, 10);
    return last == NULL;
}

static void* churn_in_thread(void* nothing) {
    for (int i = 0; i < IN_THREAD; ++i) {
        void* volatile block = malloc(64);
        free(block);
    }
    return nothing;
}

__attribute__((noinline)) void grower(void) {
    void* block = NULL;
    for (size_t bytes = 16; bytes <= (size_t)16 << 20; bytes *= 2) {
        block = realloc(block, bytes);
        memset(block, 1, bytes);
    }
    free(block);
}

int main(int count, char** words) {
    const char* const what = count > 1 ? words[1] : "";
    if (strcmp(what, "keep") == 0) {
        keeper(KEPT, 4096);
        churner(CHURNED, 100);
        return one_of_each_kind();
    }
    if (strcmp(what, "threads") == 0) {
        pthread_t threads[THREADS];
        for (int i = 0; i < THREADS; ++i) {
            pthread_create(&threads[i], NULL, churn_in_thread, NULL);
        }
        for (int i = 0; i < THREADS; ++i) {
            pthread_join(threads[i], NULL);
        }
        return 0;
    }
    if (strcmp(what, "fork") == 0) {
        keeper(IN_CHILD, 1000);
        if (fork() == 0) {
            keeper(IN_CHILD, 1000);
            exit(0);
        }
        int status = 0;
        wait(&status);
        return status;
    }
    if (strcmp(what, "fail") == 0) {
        last = malloc((size_t)PTRDIFF_MAX - 4096);
        return last != NULL;
    }
    if (strcmp(what, "grow") == 0) {
        grower();
        return 0;
    }
    return 9;
}
