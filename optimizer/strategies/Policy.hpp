#pragma once

#include <tuning/Reason.hpp>

#include <cstdint>
#include <string>

#include "ContextState.hpp"
#include "Random.hpp"

namespace strategies {

/// A choice: limit is a cost, not a logarithm; fallback serves if the call does not complete, -1:
/// none.
struct Pick {
    int candidate = 0;
    double limit = kInfinity;
    tuning::Reason reason = tuning::Reason::Incumbent;
    int fallback = -1;
};

/// The input of a policy: what is known of the context, random numbers, the context's key, and the
/// number of the choice from 1.
struct Request {
    ContextState& state;
    Random& random;
    const std::string& context;
    std::int64_t number;
};

/// The best candidate known; if no call has completed, the first usable one.
inline Pick pickIncumbent(const ContextState& state) {
    int chosen = state.incumbent;
    for (int i = 0; chosen < 0 && i < state.candidates(); ++i) {
        chosen = state.usable(i) ? i : -1;
    }
    return {chosen < 0 ? 0 : chosen, kInfinity, tuning::Reason::Incumbent};
}

/// How a strategy decides: from what is known of a context to a candidate. Stateless; its state is
/// in ContextState.
class Policy {
public:
    virtual ~Policy() = default;

    /// Allocates nothing, unless it throws because it cannot decide.
    virtual Pick pick(const Request& request) const = 0;
    /// Whether candidates in quarantine are excluded: pick is then called only if some candidate is
    /// usable, and returns a usable one.
    [[nodiscard]] virtual bool avoidsFailures() const { return true; }
    /// Whether it decides by the state of the context alone, so that it can be played with any.
    [[nodiscard]] virtual bool decidesByState() const { return true; }
    /// Called after an outcome was learned.
    virtual void update(ContextState&) const {}

protected:
    Policy() = default;
    Policy(const Policy&) = default;
    Policy& operator=(const Policy&) = default;
};

}  // namespace strategies
