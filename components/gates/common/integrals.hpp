#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <list>
#include <string>
#include <type_traits>
#include <utility>

#include "gates/common/GateOf.hpp"
#include "gates/common/TrialClock.hpp"
#include "gates/common/isolated.hpp"

/// What the gates before integrators share.
namespace gates {

/// What an integrator delivered; estimate is its own.
struct Integral {
    double value = 0;
    double estimate = 0;
    std::int64_t evaluations = 0;
};

/// What an integral is, found by a way that shares no points with the integrators it judges.
struct Reference {
    double value = 0;
    /// value is at most so far off, as far as can be known; infinite where the evaluations did not
    /// do, or the function was not finite.
    double uncertainty = 0;
    std::int64_t evaluations = 0;
};

/// The reference values of the last questions.
template <class Question>
class KnownReferences final {
public:
    /// Null where it is not known; valid until the next call of put.
    [[nodiscard]] const Reference* find(const Question& question) {
        for (auto known = known_.begin(); known != known_.end(); ++known) {
            if (known->first == question) {
                known_.splice(known_.begin(), known_, known);
                return &known_.front().second;
            }
        }
        return nullptr;
    }
    const Reference& put(const Question& question, const Reference& reference) {
        constexpr std::size_t kMost = 128;
        if (find(question) != nullptr) {
            known_.pop_front();
        }
        known_.emplace_front(question, reference);
        if (known_.size() > kMost) {
            known_.pop_back();
        }
        return known_.front().second;
    }

private:
    std::list<std::pair<Question, Reference>> known_;
};

/// Calls an integrator by integrate(result), which returns the value, and says how that ended.
template <class Integrate>
Attempt attemptIntegral(const Integrate& integrate, double accuracy, const TrialClock& clock,
                        Integral& result) {
    try {
        result.value = integrate(result);
    } catch (const std::exception& error) {
        return clock.isOver() ? Attempt{tuning::Status::Aborted, std::nan(""), ""}
                              : Attempt{tuning::Status::Failed, std::nan(""), error.what()};
    }
    if (!std::isfinite(result.value)) {
        return {tuning::Status::Wrong, std::nan(""), "the result is not a finite number"};
    }
    if (!(result.estimate <= accuracy)) {
        return {tuning::Status::Failed, std::nan(""), "it did not meet the accuracy"};
    }
    return {};
}

/// The same in a child process, at most limit seconds long: attempt(result) is called there. The
/// child's result and how its call ended come back as bytes.
template <class Call>
Attempt attemptIntegralIsolated(const Call& attempt, double limit, Integral& result) {
    struct Sent {
        Integral result;
        tuning::Status status = tuning::Status::Failed;
    };
    static_assert(std::is_trivially_copyable_v<Sent>);
    std::string bytes;
    Attempt outside = attemptIsolated(
        [&] {
            Sent sent;
            const Attempt inside = attempt(sent.result);
            sent.status = inside.status;
            return std::string(reinterpret_cast<const char*>(&sent), sizeof sent) + inside.message;
        },
        limit, bytes);
    if (outside.status == tuning::Status::Completed) {
        Sent sent;
        std::memcpy(&sent, bytes.data(), sizeof sent);
        result = sent.result;
        outside.status = sent.status;
        outside.message = bytes.substr(sizeof sent);
    }
    return outside;
}

/// Judges the integral of a completed attempt: it is verified if the reference is certain enough to
/// judge by, and not further away than the accuracy.
inline void judge(const Integral& result, const Reference& reference, double accuracy,
                  Attempt& attempt) {
    constexpr double kShare = 4;
    const double error = std::abs(result.value - reference.value);
    attempt.quality = error / accuracy;
    if (!(reference.uncertainty <= accuracy / kShare)) {
        attempt.status = tuning::Status::Failed;
        attempt.message = "its result could not be verified: the reference may be off by " +
                          std::to_string(reference.uncertainty);
    } else if (!(error <= accuracy)) {
        attempt.status = tuning::Status::Wrong;
        attempt.message = "its error is " + std::to_string(attempt.quality) +
                          " times the accuracy it says it has met";
    }
}

}  // namespace gates
