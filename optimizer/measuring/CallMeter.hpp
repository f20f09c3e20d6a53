#pragma once

#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Timer.hpp>

#include <memory>
#include <string>
#include <vector>

#include "Meter.hpp"

namespace optimizer {

/// Measures calls by a performance component: one timer for each candidate, read through Query
/// before and after a call. One call at a time.
class CallMeter final : public Meter {
public:
    /// Throws gantry::Error if the component measures no wall time or its unit is unknown.
    explicit CallMeter(performance::Measurement& measurement);

    /// Adds the timer of the next candidate, in a group. Throws if the component creates none.
    void add(performance::Measurement& measurement, const std::string& timer,
             const std::string& group);

    /// The figures of a call: "seconds", then every counter by its name, with '_' for each
    /// character that is not a letter or digit.
    [[nodiscard]] const std::vector<std::string>& figureNames() const { return names_; }

    void start(std::size_t candidate) override;
    void stop() noexcept override;
    [[nodiscard]] const std::vector<double>& figures() override;

private:
    struct Counted {
        std::string name;
        std::shared_ptr<performance::Timer> timer;
    };
    void read(const std::string& timer, std::vector<double>& values) const;

    std::shared_ptr<performance::Query> query_;
    std::vector<Counted> candidates_;
    std::vector<std::string> names_;
    std::size_t wall_ = 0;
    double secondsPerUnit_ = 0;
    std::size_t current_ = 0;
    bool running_ = false;
    std::vector<double> before_;
    std::vector<double> figures_;
};

}  // namespace optimizer
