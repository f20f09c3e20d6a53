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

/// The result of an integrator: estimate is its own estimate of the absolute error.
struct Integral {
    double value = 0;
    double estimate = 0;
    std::int64_t evaluations = 0;
};

/// A reference value of an integral, computed at points that the judged integrators do not use.
struct Reference {
    double value = 0;
    /// An estimated bound of the absolute error of value; infinite if the evaluations did not
    /// suffice or the function was not finite.
    double uncertainty = 0;
    std::int64_t evaluations = 0;
};

/// The reference values of the last 128 questions, least recently used dropped first. Each search
/// is linear. Not thread-safe.
template <class Question>
class KnownReferences final {
public:
    /// The reference of a question, or null; valid until the next call of put.
    [[nodiscard]] const Reference* find(const Question& question) {
        for (auto known = known_.begin(); known != known_.end(); ++known) {
            if (known->first == question) {
                known_.splice(known_.begin(), known_, known);
                return &known_.front().second;
            }
        }
        return nullptr;
    }
    /// Adds or replaces the reference of a question. The result is valid until the next call of
    /// put.
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

/// Calls an integrator by integrate(result), which returns the value and fills in the rest. Returns
/// Aborted if it threw after the clock ended the trial, Failed if it threw otherwise or its own
/// estimate exceeds accuracy (absolute), Wrong for a value that is not finite, else Completed.
/// Nothing derived from std::exception leaves it.
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

/// Calls attempt(result) in a child process, for at most limit seconds, and returns its status and
/// message. The result is copied from the child as bytes, so its type must be trivially copyable.
/// If the child does not return, result is unchanged; see attemptIsolated for the status.
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
            // As in this process: a call that throws leaves the result as it was, which is none.
            Sent sent{result};
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

/// Verifies the integral of a completed attempt against a reference. The quality becomes the error
/// over accuracy. The status becomes Failed if the uncertainty of the reference exceeds a quarter
/// of accuracy, so that it cannot be verified, and Wrong if the error exceeds accuracy.
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
                          " times the accuracy that it reported";
    }
}

}  // namespace gates
