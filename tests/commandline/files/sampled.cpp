// Two threads that compute in inner(), called by once() and thrice().
#include <thread>

volatile double sink;

[[gnu::noinline]] void inner(long n) {
    double sum = 0;
    for (long i = 0; i < n; ++i) {
        sum += static_cast<double>(i) * 0.5;
    }
    sink = sum;
}

[[gnu::noinline]] void once(long n) {
    inner(n);
}

[[gnu::noinline]] void thrice(long n) {
    inner(3 * n);
}

[[gnu::noinline]] void work() {
    for (int i = 0; i < 20; ++i) {
        once(1'000'000);
        thrice(1'000'000);
    }
}

int main() {
    std::thread other(work);
    work();
    other.join();
}
