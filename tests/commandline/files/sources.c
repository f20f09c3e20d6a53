/* A program of one file that computes for some 0.2 s. */
volatile double sink;

__attribute__((noinline)) static void hot(long n) {
    double sum = 0;
    for (long i = 0; i < n; ++i) {
        sum += (double)i * 0.5;
    }
    sink = sum;
}

int main(void) {
    for (int i = 0; i < 40; ++i) {
        hot(5000000);
    }
    return 0;
}
