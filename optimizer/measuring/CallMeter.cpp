#include "CallMeter.hpp"

#include <gantry/Error.hpp>
#include <gantry/SwitchedTimer.hpp>
#include <performance/Snapshot.hpp>

#include <algorithm>
#include <cctype>

#include "unitsOfTime.hpp"

namespace optimizer {
namespace {

// A name that an expression can contain.
std::string asFigure(std::string counter) {
    std::replace_if(
        counter.begin(), counter.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return counter;
}

[[noreturn]] void refuse(const std::string& what) {
    throw gantry::Error(
        gov::cca::CCAExceptionType::Nonstandard,
        what +
            "; connect MeasurementPort to a performance component that measures the "
            "wall time, for example performance.Native");
}

}  // namespace

CallMeter::CallMeter(performance::Measurement& measurement) : query_(measurement.createQuery()) {
    const auto snapshot = query_ ? query_->getSnapshot() : nullptr;
    if (!snapshot) {
        refuse("the performance component measures nothing that can be queried");
    }
    const auto counters = snapshot->getCounterNames().toVector();
    const auto wall = std::find(counters.begin(), counters.end(), "wall");
    if (wall == counters.end()) {
        refuse(counters.empty() ? "the performance component measures nothing"
                                : "the wall time is not measured");
    }
    wall_ = static_cast<std::size_t>(wall - counters.begin());
    const std::string unit = snapshot->getCounterUnits()[static_cast<int>(wall_)];
    secondsPerUnit_ = secondsIn(unit);
    if (secondsPerUnit_ == 0) {
        refuse("the wall time is given in '" + unit + "', which is not a known unit of time");
    }
    names_.emplace_back("seconds");
    for (const std::string& counter : counters) {
        names_.push_back(asFigure(counter));
    }
    if (const auto cpu = std::find(counters.begin(), counters.end(), "cpu");
        cpu != counters.end()) {
        cpu_ = static_cast<std::size_t>(cpu - counters.begin());
        secondsPerCpuUnit_ = secondsIn(snapshot->getCounterUnits()[static_cast<int>(cpu_)]);
        if (secondsPerCpuUnit_ > 0) {
            names_.emplace_back("cpuSeconds");
        }
    }
    counters_ = counters.size();
    figures_.resize(names_.size());
}

void CallMeter::add(performance::Measurement& measurement, const std::string& timer,
                    const std::string& group) {
    Counted counted;
    counted.timer = measurement.createTimerWithNameTypeGroup(timer, "", group);
    if (auto* const switched = dynamic_cast<gantry::SwitchedTimer*>(counted.timer.get())) {
        // A timer is registered when it is asked: now, and not in its first call.
        (void)switched->enabled();
    }
    counted.reader = query_->createTimerReader({timer});
    counted.net = std::dynamic_pointer_cast<performance::CompensatedReader>(counted.reader);
    if (!counted.timer || !counted.reader) {
        refuse("the performance component creates no timers, or none that can be read");
    }
    candidates_.push_back(std::move(counted));
}

void CallMeter::start(std::size_t candidate) {
    // What an earlier request left running, after an exception.
    stop();
    current_ = candidate;
    Counted& counted = candidates_[candidate];
    // Discards calls whose figures nobody asked for. A reading costs more than a decision.
    if (!counted.isRead) {
        (void)difference(counted);
    }
    counted.isRead = false;
    running_ = true;
    // Last, so that reading the timer is not measured.
    counted.timer->start();
}

void CallMeter::stop() noexcept {
    if (running_) {
        candidates_[current_].timer->stop();
        running_ = false;
    }
}

const std::vector<double>& CallMeter::figures() {
    const sidl::array<double, 2> took = difference(candidates_[current_]);
    candidates_[current_].isRead = !running_;
    for (std::size_t i = 0; i < counters_; ++i) {
        figures_[i + 1] = took(0, static_cast<int>(i));
    }
    figures_[0] = figures_[wall_ + 1] * secondsPerUnit_;
    if (secondsPerCpuUnit_ > 0) {
        figures_.back() = figures_[cpu_ + 1] * secondsPerCpuUnit_;
    }
    return figures_;
}

sidl::array<double, 2> CallMeter::difference(const Counted& counted) const {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int64_t> calls;
    sidl::array<std::int64_t> childCalls;
    // A candidate is not charged for the timers inside it, where that is known.
    if (counted.net) {
        sidl::array<double, 2> exclusiveError;
        sidl::array<double, 2> inclusiveError;
        counted.net->getCompensatedDifference(exclusive, inclusive, exclusiveError, inclusiveError);
        // What vanishes in the overhead is known to be at most its error. None at all would be a
        // call that was not measured.
        for (int metric = 0; metric < inclusive.length(1) && inclusive.length(0) == 1; ++metric) {
            if (!(inclusive(0, metric) > 0)) {
                inclusive(0, metric) = inclusiveError(0, metric);
            }
        }
    } else {
        counted.reader->getDifference(exclusive, inclusive, calls, childCalls);
    }
    if (inclusive.length(0) != 1 || inclusive.length(1) != static_cast<int>(counters_)) {
        refuse("the performance component no longer measures the same metrics");
    }
    return inclusive;
}

}  // namespace optimizer
