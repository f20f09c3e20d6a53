#pragma once

#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Timer.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <unistd.h>

#include "Harness.hpp"

namespace contract {

struct TimerData {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int32_t> calls;
    sidl::array<std::int32_t> childCalls;
    sidl::array<std::string> counters;
    std::int32_t numCounters = -1;
};

struct EventData {
    sidl::array<std::int32_t> samples;
    sidl::array<double> max;
    sidl::array<double> min;
    sidl::array<double> mean;
    sidl::array<double> sumSquares;
};

struct EventQuantiles {
    sidl::array<double, 2> quantiles;
    sidl::array<std::int64_t> values;
};

/// Works in an empty folder of its own. A backend that measures nothing must do all that is asked
/// without an error; what was measured is looked at only where something is.
struct MeasurementFixture {
    Harness harness;
    std::shared_ptr<performance::Measurement> measurement =
        harness.port<performance::Measurement>("performance.Measurement");
    std::shared_ptr<performance::Query> query = measurement->createQuery();
    bool measures = !query->getCounterNames().empty();
    std::filesystem::path former = std::filesystem::current_path();
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("gantry-contract-" + std::to_string(::getpid()));

    MeasurementFixture() {
        std::filesystem::create_directories(folder);
        std::filesystem::current_path(folder);
    }
    MeasurementFixture(const MeasurementFixture&) = delete;
    MeasurementFixture& operator=(const MeasurementFixture&) = delete;
    ~MeasurementFixture() {
        std::filesystem::current_path(former);
        std::filesystem::remove_all(folder);
    }

    std::shared_ptr<performance::Timer> timer(const std::string& name,
                                              const std::string& group = "") const {
        return measurement->createTimerWithNameTypeGroup(name, "", group);
    }
    TimerData read(const sidl::array<std::string>& names) const {
        TimerData data;
        query->getTimerData(names, data.exclusive, data.inclusive, data.calls, data.childCalls,
                            data.counters, data.numCounters);
        return data;
    }
    EventData readEvents(const sidl::array<std::string>& names) const {
        EventData data;
        query->getEventData(names, data.samples, data.max, data.min, data.mean, data.sumSquares);
        return data;
    }
    EventQuantiles readQuantiles(const sidl::array<std::string>& names,
                                 const sidl::array<double>& probabilities) const {
        EventQuantiles data;
        query->getEventQuantiles(names, probabilities, data.quantiles, data.values);
        return data;
    }
    /// The one file whose name ends like this.
    std::filesystem::path theFile(const std::string& suffix) const {
        std::filesystem::path found;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().string().ends_with(suffix)) {
                found = entry.path();
            }
        }
        return found;
    }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(folder), {}));
    }
};

inline bool has(const sidl::array<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

inline void call(performance::Timer& timer) {
    timer.start();
    timer.stop();
}

}  // namespace contract
