#include "CallMeter.hpp"

#include <gantry/Error.hpp>
#include <performance/Snapshot.hpp>

#include <algorithm>
#include <cctype>

#include "unitsOfTime.hpp"

namespace optimizer {
namespace {

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
    before_.resize(counters.size());
    figures_.resize(names_.size());
}

void CallMeter::add(performance::Measurement& measurement, const std::string& timer,
                    const std::string& group) {
    Counted counted{timer, measurement.createTimerWithNameTypeGroup(timer, "", group)};
    if (!counted.timer) {
        refuse("the performance component creates no timers");
    }
    candidates_.push_back(std::move(counted));
}

void CallMeter::start(std::size_t candidate) {
    stop();
    current_ = candidate;
    read(candidates_[candidate].name, before_);
    running_ = true;
    candidates_[candidate].timer->start();
}

void CallMeter::stop() noexcept {
    if (running_) {
        candidates_[current_].timer->stop();
        running_ = false;
    }
}

const std::vector<double>& CallMeter::figures() {
    std::vector<double> after(before_.size());
    read(candidates_[current_].name, after);
    for (std::size_t i = 0; i < after.size(); ++i) {
        figures_[i + 1] = after[i] - before_[i];
    }
    figures_[0] = figures_[wall_ + 1] * secondsPerUnit_;
    return figures_;
}

void CallMeter::read(const std::string& timer, std::vector<double>& values) const {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int32_t> calls;
    sidl::array<std::int32_t> childCalls;
    sidl::array<std::string> counters;
    std::int32_t numCounters = 0;
    query_->getTimerData({timer}, exclusive, inclusive, calls, childCalls, counters, numCounters);
    if (numCounters != static_cast<std::int32_t>(values.size()) || calls.empty()) {
        refuse("the performance component no longer measures what it did before");
    }
    for (std::int32_t i = 0; i < numCounters; ++i) {
        values[static_cast<std::size_t>(i)] = inclusive(0, i);
    }
}

}  // namespace optimizer
