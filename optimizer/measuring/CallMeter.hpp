#pragma once

#include <performance/CompensatedReader.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Timer.hpp>
#include <performance/TimerReader.hpp>

#include <memory>
#include <string>
#include <vector>

#include "Meter.hpp"

namespace optimizer {

/// Measures calls by a performance component: one timer for each candidate, read by itself before
/// and after a call, so that a reading costs the same however many timers there are. Figures are
/// without the measurement overhead where the component knows it; a figure that vanishes in the
/// overhead is the error bound. One call at a time.
class CallMeter final : public Meter {
public:
    /// Throws gantry::Error if the component measures no wall time or its unit is unknown.
    explicit CallMeter(performance::Measurement& measurement);

    /// Adds the timer of the next candidate, in a group. Throws if the component creates no timer
    /// or no reader.
    void add(performance::Measurement& measurement, const std::string& timer,
             const std::string& group);

    /// The figures of a call: "seconds", then every counter by its name, with '_' for each
    /// character that is not a letter or digit, then "cpuSeconds" if the counter "cpu" is measured.
    [[nodiscard]] const std::vector<std::string>& figureNames() const { return names_; }

    /// Ends a call that still runs. Costs the start of the timer, and one reading of it unless the
    /// figures of its last call were read.
    void start(std::size_t candidate) override;
    void stop() noexcept override;
    /// As Meter::figures. Throws gantry::Error if the component no longer measures the counters it
    /// did when this object was made.
    [[nodiscard]] const std::vector<double>& figures() override;

private:
    struct Counted {
        std::shared_ptr<performance::TimerReader> reader;
        std::shared_ptr<performance::CompensatedReader> net;  // the same; null where it is none
        std::shared_ptr<performance::Timer> timer;
        // Whether it was read since its last call: its first difference begins with the reader.
        bool isRead = true;
    };
    // What that timer took since the last time, in every counter.
    [[nodiscard]] sidl::array<double, 2> difference(const Counted& counted) const;

    std::shared_ptr<performance::Query> query_;
    std::vector<Counted> candidates_;
    std::vector<std::string> names_;
    std::size_t wall_ = 0;
    double secondsPerUnit_ = 0;
    // 0: CPU time is not measured, or its unit is unknown.
    std::size_t cpu_ = 0;
    double secondsPerCpuUnit_ = 0;
    std::size_t current_ = 0;
    bool running_ = false;
    std::size_t counters_ = 0;
    std::vector<double> figures_;
};

}  // namespace optimizer
