/* A function with the name of another one in the same program. */
extern volatile int result;
void other_twin(int calls);

static __attribute__((noinline)) void twin(void) {
    ++result;
}

void other_twin(int calls) {
    for (int i = 0; i < calls; ++i) {
        twin();
    }
}
