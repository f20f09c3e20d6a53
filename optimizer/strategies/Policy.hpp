#pragma once

#include <tuning/Reason.hpp>

#include <cstdint>
#include <string>

#include "ContextState.hpp"
#include "Random.hpp"

namespace strategies {

struct Pick {
    int candidate = 0;
    double limit = kInfinity;
    tuning::Reason reason = tuning::Reason::Incumbent;
    int fallback = -1;
};

/// What a policy decides on.
struct Request {
    ContextState& cell;
    Random& random;
    const std::string& context;
    std::int64_t number;
};

/// The best candidate known; where nothing has finished, the first usable one.
inline Pick pickIncumbent(const ContextState& cell) {
    int chosen = cell.incumbent;
    for (int i = 0; chosen < 0 && i < cell.candidates(); ++i) {
        chosen = cell.usable(i) ? i : -1;
    }
    return {chosen < 0 ? 0 : chosen, kInfinity, tuning::Reason::Incumbent};
}

/// How a strategy decides: from what is known of a context to a candidate. Keeps nothing between
/// calls; what it must remember stands in the cell.
class Policy {
public:
    virtual ~Policy() = default;

    /// Allocates nothing, unless it throws because it cannot decide.
    virtual Pick pick(const Request& request) const = 0;
    /// Whether a candidate that failed lately is left out by the user of the policy: then pick is
    /// called only where some candidate is usable, and picks only such a one.
    [[nodiscard]] virtual bool avoidsFailures() const { return true; }
    /// After an outcome was learned.
    virtual void told(ContextState&) const {}

protected:
    Policy() = default;
    Policy(const Policy&) = default;
    Policy& operator=(const Policy&) = default;
};

}  // namespace strategies
