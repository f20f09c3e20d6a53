// A program in C++11 that measures itself through gantry.hpp.
#include <cstdio>
#include <gantry.hpp>
#include <stdexcept>
#include <thread>

namespace {

struct Early {
    Early() { const gantry::Scope scope{gantry::Timer("before main")}; }
} const early;

void solve(int depth) {
    static const gantry::Timer timer("solve", "Solver", "numerics");
    const gantry::Scope scope(timer);
    timer.parameter("depth", depth);
    if (depth == 0) {
        throw std::runtime_error("done");
    }
    solve(depth - 1);
}

}  // namespace

int main() {
    const gantry::Event event("depth reached");
    try {
        solve(3);
    } catch (const std::runtime_error&) {
        event.trigger(3);
    }
    std::thread([] { const gantry::Scope scope{gantry::Timer("in a thread")}; }).join();
    std::printf("%d\n", gantry_measuring());
}
