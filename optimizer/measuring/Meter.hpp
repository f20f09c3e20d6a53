#pragma once

#include <cstddef>
#include <vector>

namespace optimizer {

/// Measures calls of candidates, one at a time. The seam between the optimizer, which measures
/// nothing itself, and a performance component; tests script it.
class Meter {
public:
    virtual ~Meter() = default;

    /// Begins a call of the candidate with that number.
    virtual void start(std::size_t candidate) = 0;
    /// Ends the current call; no effect without one.
    virtual void stop() noexcept = 0;
    /// The figures of the last call, the time in seconds first; valid until the next start.
    [[nodiscard]] virtual const std::vector<double>& figures() = 0;
};

}  // namespace optimizer
