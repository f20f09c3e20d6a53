#include "NativeSnapshot.hpp"

#include <perf/document/JsonProfile.hpp>

namespace performance::native {
namespace {

template <class Element, class Source, class Get>
sidl::array<Element> arrayOf(const std::vector<Source>& sources, Get get) {
    using Array = sidl::array<Element>;
    Array elements(typename Array::Shape{static_cast<int>(sources.size())});
    for (std::size_t i = 0; i < sources.size(); ++i) {
        elements[static_cast<int>(i)] = get(sources[i]);
    }
    return elements;
}

}  // namespace

sidl::array<std::string> NativeSnapshot::getCounterNames() {
    return arrayOf<std::string>(profile_.metrics, [](const auto& metric) { return metric.name; });
}

sidl::array<std::string> NativeSnapshot::getCounterUnits() {
    return arrayOf<std::string>(profile_.metrics, [](const auto& metric) { return metric.unit; });
}

sidl::array<std::string> NativeSnapshot::getTimerNames() {
    return arrayOf<std::string>(timers_.rows(), [](const TimerRow& row) { return row.name; });
}

sidl::array<std::int32_t> NativeSnapshot::getNumRunning() {
    return arrayOf<std::int32_t>(timers_.rows(), [](const TimerRow& row) { return row.running; });
}

void NativeSnapshot::getTimerData(sidl::array<double, 2>& counterExclusive,
                                  sidl::array<double, 2>& counterInclusive,
                                  sidl::array<std::int64_t>& numCalls,
                                  sidl::array<std::int64_t>& numChildCalls) {
    std::vector<const TimerRow*> rows;
    for (const TimerRow& row : timers_.rows()) {
        rows.push_back(&row);
    }
    counterExclusive = valuesOf(rows, profile_.metrics.size(), &TimerRow::exclusive);
    counterInclusive = valuesOf(rows, profile_.metrics.size(), &TimerRow::inclusive);
    numCalls = arrayOf<std::int64_t>(timers_.rows(),
                                     [](const TimerRow& row) { return std::int64_t(row.calls); });
    numChildCalls = arrayOf<std::int64_t>(
        timers_.rows(), [](const TimerRow& row) { return std::int64_t(row.childCalls); });
}

std::string NativeSnapshot::getDocument() {
    return gantry::perf::toJson(profile_);
}

}  // namespace performance::native
