#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gantry::bench {

/// One thing to be timed.
struct Case {
    std::string name;
    /// The case this one is compared with; empty for a yardstick itself.
    std::string yardstick;
    /// Does the measured operation that many times.
    std::function<void(std::size_t)> run;
    /// Operations that count as one; 4 when one round of `run` does four of them.
    std::size_t operations = 1;
};

/// One line of the result. Times are per operation.
struct Row {
    std::string name;
    std::string yardstick;
    double medianNs = 0;
    double p99Ns = 0;
    double spread = 0;  ///< (90th - 10th percentile) / median
    double ratio = 1;  ///< median over the batches of (this case / its yardstick in the same round)
    double extraNs = 0;  ///< median over the batches of the time it takes more than its yardstick
};

/// Times all cases side by side: each round runs one batch of every case, in turn forwards and
/// backwards, so that whatever disturbs the machine disturbs all of them. A batch takes about 20
/// us; its length in operations is found out first. Throws std::invalid_argument when a yardstick
/// does not exist.
std::vector<Row> measure(const std::vector<Case>& cases, std::size_t batches);

/// The whole main function of a benchmark: understands --json, --batches N and --help, measures,
/// prints. Returns the exit code: 0, or 2 for wrong usage.
int runBenchmark(int argc, char** argv, const std::string& description,
                 const std::vector<Case>& cases);

/// Keeps the compiler from removing what computes the value.
template <class Value>
void keep(const Value& value) noexcept {
    asm volatile("" : : "r,m"(value) : "memory");
}

}  // namespace gantry::bench
