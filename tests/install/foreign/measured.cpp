#include <cstdio>
#include <gantry.hpp>

int main() {
    const gantry::Timer timer("foreign scope");
    const gantry::Scope scope(timer);
    std::printf("measuring: %d\n", gantry_measuring());
}
