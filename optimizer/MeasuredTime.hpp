#pragma once

#include <performance/Query.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace optimizer {

/// Reads the inclusive wall time of timers from a performance component.
class MeasuredTime final {
public:
    struct Reading {
        double seconds = 0;
        std::int64_t calls = 0;
    };

    /// Throws gantry::Error where no wall time is measured or its unit is not known.
    explicit MeasuredTime(std::shared_ptr<performance::Query> query);

    /// The timer's totals up to now; zeros where it was never started.
    [[nodiscard]] Reading read(const std::string& timer) const;

private:
    std::shared_ptr<performance::Query> query_;
    int counter_ = 0;
    double secondsPerUnit_ = 0;
};

}  // namespace optimizer
