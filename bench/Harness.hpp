#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "OwnThread.hpp"
#include "Report.hpp"

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
    Goal goal{};
    /// Why this machine cannot do it: then it is only named, and the rest of this not looked at.
    std::string skipped{};
    /// Where `run` and `counted` are called, and time is taken; null: where it is measured.
    std::shared_ptr<OwnThread> thread{};
    /// What a counter that `run` reads shows by now. It must grow by at least one with each
    /// operation; else the case, and what is compared with it, is refused in place of its time.
    std::function<std::uint64_t()> counted{};
};

/// How long figures may take: 1 for figures to be believed, 0.01 for a trial.
struct Effort {
    double share = 1;

    /// That share of a full number of repetitions, but never less than `least`.
    [[nodiscard]] std::size_t of(std::size_t full, std::size_t least) const noexcept;
};

/// Measures figures that are no times of one operation: pauses, memory, what is lost. Runs in a
/// process of its own, so that neither its threads nor its memory meet those of others; what it
/// throws ends the program with that message.
struct FigureSource {
    std::string name;  ///< what --only finds it by
    std::vector<Figure> (*measure)(const Effort& effort);
};

/// What a benchmark measures.
struct Program {
    std::string description;
    /// Makes the cases; what they use must stay until it is called no more.
    std::function<std::vector<Case>()> cases;
    std::vector<FigureSource> figures{};
};

/// Times all cases side by side: each round runs one batch of every case, in turn forwards and
/// backwards, so that whatever disturbs the machine disturbs all of them. A batch takes about 20
/// us; its length in operations is found out first. Throws std::invalid_argument when a yardstick
/// does not exist.
std::vector<Row> measure(const std::vector<Case>& cases, std::size_t batches);

/// The whole main function of a benchmark: understands --json, --markdown FILE, --only TEXT,
/// --batches N and --help, measures, prints. Returns the exit code: 0, 1 when something could not
/// be measured, or 2 for wrong usage.
int runBenchmark(int argc, char** argv, const Program& program);

/// The same with cases alone.
int runBenchmark(int argc, char** argv, const std::string& description,
                 const std::vector<Case>& cases);

/// Keeps the compiler from removing what computes the value.
template <class Value>
void keep(const Value& value) noexcept {
    asm volatile("" : : "r,m"(value) : "memory");
}

}  // namespace gantry::bench
