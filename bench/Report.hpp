#pragma once

#include <string>
#include <vector>

namespace gantry::bench {

/// The most a result may be; none where it is only shown.
struct Goal {
    enum class Of { None, Ratio, Nanoseconds };
    Of of = Of::None;
    double most = 0;
};

constexpr Goal ratioAtMost(double most) noexcept {
    return {Goal::Of::Ratio, most};
}
constexpr Goal nanosecondsAtMost(double most) noexcept {
    return {Goal::Of::Nanoseconds, most};
}

/// One line of the result. Times are per operation.
struct Row {
    std::string name;
    std::string yardstick;
    double medianNs = 0;
    double p99Ns = 0;
    double spread = 0;  ///< (90th - 10th percentile) / median
    double ratio = 1;  ///< median over the batches of (this case / its yardstick in the same round)
    double extraNs = 0;  ///< median over the batches of the time it takes more than its yardstick
    Goal goal{};
    std::string skipped{};  ///< why it was not measured; else empty
};

/// A result that is not a time of one operation.
struct Figure {
    static constexpr double kNoGoal = -1;

    std::string name;
    double value = 0;
    std::string unit;
    double most = kNoGoal;  ///< in the same unit
    bool detail = false;    ///< for programs only: in printJson, not in tables
};

/// All that one run of a benchmark measured.
struct Report {
    std::vector<Row> rows;
    std::vector<Figure> figures;
    std::string clock;
};

/// For people, and for programs.
void printTable(const Report& report);
void printJson(const Report& report);

/// What has a goal as a table for a page, with the machine's load, which says whether the figures
/// may be believed. Throws std::runtime_error when the file cannot be written.
void writeMarkdown(const Report& report, const std::string& file);

}  // namespace gantry::bench
