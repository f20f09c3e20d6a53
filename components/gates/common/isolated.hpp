#pragma once

#include <gantry/IsolatedCall.hpp>
#include <tuning/Status.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "gates/common/GateOf.hpp"

namespace gates {

/// Makes a call in a child process, at most `seconds` long (infinite: a day). result is what it
/// returned where the attempt completed; else the attempt says how the child ended.
inline Attempt attemptIsolated(const std::function<std::string()>& call, double seconds,
                               std::string& result) {
    constexpr double kDay = 86400;
    gantry::IsolatedOutcome outcome =
        gantry::callIsolated(call, {.seconds = std::min(seconds, kDay)});
    using End = gantry::IsolatedOutcome::End;
    switch (outcome.end) {
        case End::Returned:
            result = std::move(outcome.result);
            return {};
        case End::TimedOut:
            return {tuning::Status::Aborted, std::nan(""), "its process was ended"};
        case End::Threw:
            return {tuning::Status::Failed, std::nan(""), outcome.cause};
        default:
            return {tuning::Status::Crashed, std::nan(""), outcome.cause};
    }
}

}  // namespace gates
