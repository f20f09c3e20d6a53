#pragma once

#include <gantry/IsolatedCall.hpp>
#include <tuning/Status.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "gates/common/GateOf.hpp"

namespace gates {

/// Runs call in a child process for at most `seconds`; more than a day counts as a day. On success
/// the attempt is Completed and result is what call returned. Otherwise result is unchanged and the
/// status is Aborted (time is over), Failed (call threw) or Crashed (any other end). Memory that
/// call changes is lost with the child. The quality is NaN in every case.
/// Throws gantry::Error if the system gives no process or pipe.
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
