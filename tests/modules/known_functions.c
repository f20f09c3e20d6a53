/* Functions that the compiler instruments, called a known number of times.
 *   known_functions calls      10 times middle() with 100 calls of leaf() each, and 5 times leaf()
 *   known_functions jumps      100 times a call of three levels that is left by longjmp
 *   known_functions threads    4 threads with 500 calls of leaf() each
 *   known_functions deep       5000 calls inside each other
 *   known_functions many N     leaf() so many times
 *   known_functions inlined    outer() 2 times, which has 3 inlined calls and then one of leaf()
 *   known_functions twins      3 times twin(), and 5 times another function called so
 *   known_functions returns    2000 times an inlined call that is left by longjmp into its frame */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4 };

static jmp_buf back;
volatile int result;

__attribute__((noinline)) void leaf(void) {
    ++result;
}

__attribute__((noinline)) void middle(int calls) {
    for (int i = 0; i < calls; ++i) {
        leaf();
    }
}

__attribute__((noinline)) void jumper(void) {
    longjmp(back, 1);
}

__attribute__((noinline)) void above_jumper(void) {
    jumper();
    ++result;
}

__attribute__((noinline)) int deep(int levels) {
    return levels == 0 ? 0 : deep(levels - 1) + 1;
}

static inline __attribute__((always_inline)) void inlined(void) {
    ++result;
}

__attribute__((noinline)) void outer(void) {
    for (int i = 0; i < 3; ++i) {
        inlined();
    }
    leaf();
}

static inline __attribute__((always_inline)) void inlined_jumper(void) {
    jumper();
    ++result;
}

__attribute__((noinline)) void returner(void) {
    volatile int done = 0;
    (void)setjmp(back);
    if (done++ < 2000) {
        inlined_jumper();
    }
    leaf();
}

void other_twin(int calls);

static __attribute__((noinline)) void twin(void) {
    --result;
}

void* in_thread(void* nothing) {
    middle(500);
    return nothing;
}

int main(int count, char** words) {
    const char* const what = count > 1 ? words[1] : "";
    if (strcmp(what, "calls") == 0) {
        for (int i = 0; i < 10; ++i) {
            middle(100);
        }
        for (int i = 0; i < 5; ++i) {
            leaf();
        }
        return 0;
    }
    if (strcmp(what, "jumps") == 0) {
        volatile int done = 0;
        (void)setjmp(back);
        if (done++ < 100) {
            above_jumper();
        }
        leaf();
        return 0;
    }
    if (strcmp(what, "threads") == 0) {
        pthread_t threads[THREADS];
        for (int i = 0; i < THREADS; ++i) {
            pthread_create(&threads[i], NULL, in_thread, NULL);
        }
        for (int i = 0; i < THREADS; ++i) {
            pthread_join(threads[i], NULL);
        }
        return 0;
    }
    if (strcmp(what, "deep") == 0) {
        return deep(5000) == 5000 ? 0 : 1;
    }
    if (strcmp(what, "inlined") == 0) {
        outer();
        outer();
        return 0;
    }
    if (strcmp(what, "twins") == 0) {
        for (int i = 0; i < 3; ++i) {
            twin();
        }
        other_twin(5);
        return 0;
    }
    if (strcmp(what, "returns") == 0) {
        returner();
        return 0;
    }
    if (strcmp(what, "many") == 0 && count > 2) {
        middle(atoi(words[2]));
        return 0;
    }
    return 9;
}
