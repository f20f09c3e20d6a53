#include "MeasuredTime.hpp"

#include <gantry/Error.hpp>
#include <performance/Snapshot.hpp>

#include <utility>

#include "unitsOfTime.hpp"

namespace optimizer {
namespace {

constexpr const char* kCounter = "wall";

[[noreturn]] void refuse(const std::string& what) {
    throw gantry::Error(
        gov::cca::CCAExceptionType::Nonstandard,
        what +
            "; connect the optimizer's MeasurementPort to a performance component that measures "
            "the wall time, for example performance.Native");
}

double secondsOf(const std::string& unit) {
    const double seconds = secondsIn(unit);
    if (seconds == 0) {
        refuse("the performance component gives the wall time in '" + unit +
               "', which is no unit of time known here");
    }
    return seconds;
}

}  // namespace

MeasuredTime::MeasuredTime(std::shared_ptr<performance::Query> query) : query_(std::move(query)) {
    const auto snapshot = query_ ? query_->getSnapshot() : nullptr;
    if (!snapshot) {
        refuse("the performance component measures nothing that can be queried");
    }
    const sidl::array<std::string> names = snapshot->getCounterNames();
    while (counter_ < names.length() && names[counter_] != kCounter) {
        ++counter_;
    }
    if (counter_ == names.length()) {
        refuse(names.empty() ? "the performance component measures nothing"
                             : "the wall time is not measured");
    }
    secondsPerUnit_ = secondsOf(snapshot->getCounterUnits()[counter_]);
}

MeasuredTime::Reading MeasuredTime::read(const std::string& timer) const {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int32_t> calls;
    sidl::array<std::int32_t> childCalls;
    sidl::array<std::string> counters;
    std::int32_t numCounters = 0;
    query_->getTimerData({timer}, exclusive, inclusive, calls, childCalls, counters, numCounters);
    if (counter_ >= numCounters || calls.empty()) {
        refuse("the performance component does not measure the wall time any more");
    }
    return {inclusive(0, counter_) * secondsPerUnit_, calls[0]};
}

}  // namespace optimizer
