#include "NativeQuery.hpp"

#include <gantry/Error.hpp>
#include <perf/document/NumberedFile.hpp>
#include <perf/document/ProfileFile.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>

#include "EventRows.hpp"
#include "NativeSnapshot.hpp"
#include "NativeTimerReader.hpp"

namespace performance::native {
namespace {

constexpr const char* kProfileSuffix = ".gantry.json";
constexpr const char* kDataSuffix = ".timerdata.json";

// Counts beyond the interface's range stay at its end.
std::int32_t saturated(std::uint64_t count) {
    return static_cast<std::int32_t>(
        std::min<std::uint64_t>(count, std::numeric_limits<std::int32_t>::max()));
}

// length zeros.
template <class Number>
sidl::array<Number> zeros(int length) {
    return sidl::array<Number>(typename sidl::array<Number>::Shape{length});
}

// NaN where the probability is none.
double quantileOf(const gantry::perf::EventStats* event, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return event == nullptr ? 0 : event->quantile(probability).value_or(0);
}

// What cannot be written is the caller's error. Ports throw the errors of the CCA only.
template <class Write>
void write(Write writeFile) {
    try {
        writeFile();
    } catch (const gantry::base::FileError& error) {
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, error.what());
    }
}

// Writes into a numbered file that did not exist; takes it away again where that fails.
template <class Write>
void writeNumbered(const std::string& prefix, const std::string& suffix, Write writeFile) {
    write([&] {
        const std::filesystem::path path = gantry::perf::reserveNumbered(prefix, suffix);
        try {
            writeFile(path);
        } catch (...) {
            std::error_code ignored;
            std::filesystem::remove(path, ignored);
            throw;
        }
    });
}

void writeRows(const std::filesystem::path& path, const gantry::perf::Profile& profile,
               const sidl::array<std::string>& names) {
    // Names without a timer are left out of the file, as the port has no way to report them.
    const TimerRows timers(profile);
    std::vector<TimerRow> rows;
    for (const std::string& name : names.toVector()) {
        if (const TimerRow* row = timers.find(name)) {
            rows.push_back(*row);
        }
    }
    gantry::perf::writeTimers(path, profile.metrics, rows);
}

}  // namespace

sidl::array<std::string> NativeQuery::getTimerNames() {
    const TimerRows timers(shared_->engine.snapshot());
    std::vector<std::string> names;
    for (const TimerRow& row : timers.rows()) {
        names.push_back(row.name);
    }
    return sidl::array<std::string>(names);
}

sidl::array<std::string> NativeQuery::getCounterNames() {
    std::vector<std::string> names;
    for (const gantry::perf::Metric& metric : shared_->engine.metrics()) {
        names.push_back(metric.name);
    }
    return sidl::array<std::string>(names);
}

void NativeQuery::getTimerData(const sidl::array<std::string>& timerList,
                               sidl::array<double, 2>& counterExclusive,
                               sidl::array<double, 2>& counterInclusive,
                               sidl::array<std::int32_t>& numCalls,
                               sidl::array<std::int32_t>& numChildCalls,
                               sidl::array<std::string>& counterNames, std::int32_t& numCounters) {
    using gantry::perf::TimerValues;
    counterNames = getCounterNames();
    numCounters = counterNames.length();
    numCalls = zeros<std::int32_t>(timerList.length());
    numChildCalls = zeros<std::int32_t>(timerList.length());
    const std::vector<TimerValues> values = valuesOf(shared_->engine, timerList.toVector());
    for (int i = 0; i < timerList.length(); ++i) {
        numCalls[i] = saturated(values[static_cast<std::size_t>(i)].calls);
        numChildCalls[i] = saturated(values[static_cast<std::size_t>(i)].childCalls);
    }
    const auto counters = static_cast<std::size_t>(numCounters);
    counterExclusive = tableOf(values, counters, &TimerValues::exclusive);
    counterInclusive = tableOf(values, counters, &TimerValues::inclusive);
}

sidl::array<std::string> NativeQuery::getEventNames() {
    return NativeSnapshot(shared_->engine.snapshot()).getEventNames();
}

void NativeQuery::getEventData(const sidl::array<std::string>& eventList,
                               sidl::array<std::int32_t>& numSamples, sidl::array<double>& max,
                               sidl::array<double>& min, sidl::array<double>& mean,
                               sidl::array<double>& sumSqr) {
    const std::vector<gantry::perf::EventStats> events = shared_->engine.snapshot().events;
    const EventRows rows = named(events, eventList.toVector());
    const auto length = static_cast<int>(rows.size());
    numSamples = zeros<std::int32_t>(length);
    max = zeros<double>(length);
    min = zeros<double>(length);
    mean = zeros<double>(length);
    sumSqr = zeros<double>(length);
    for (int i = 0; i < length; ++i) {
        if (const auto* const event = rows[static_cast<std::size_t>(i)]) {
            numSamples[i] = saturated(event->count);
            max[i] = event->max;
            min[i] = event->min;
            mean[i] = event->mean;
            sumSqr[i] = event->sumSquares;
        }
    }
}

std::shared_ptr<Snapshot> NativeQuery::getSnapshot() {
    return gantry::makeHeld<NativeSnapshot>(shared_->library(), shared_->profile(),
                                            shared_->rank().value_or(0));
}

void NativeQuery::dumpProfileData() {
    dumpProfileDataPrefix(prefix());
}

void NativeQuery::dumpProfileDataPrefix(const std::string& prefix) {
    write([&] {
        gantry::perf::writeProfile(ofThisRank(prefix) + kProfileSuffix, shared_->profile());
    });
}

void NativeQuery::dumpProfileDataIncremental() {
    writeNumbered(ofThisRank(prefix()), kProfileSuffix, [&](const std::filesystem::path& path) {
        gantry::perf::writeProfile(path, shared_->profile());
    });
}

void NativeQuery::dumpTimerNames() {
    write([&] {
        gantry::perf::writeTimerNames(ofThisRank(prefix()) + ".timers.json",
                                      getTimerNames().toVector());
    });
}

void NativeQuery::dumpTimerData(const sidl::array<std::string>& timerList) {
    write([&] {
        writeRows(ofThisRank(prefix()) + kDataSuffix, shared_->engine.snapshot(), timerList);
    });
}

void NativeQuery::dumpTimerDataIncremental(const sidl::array<std::string>& timerList) {
    writeNumbered(ofThisRank(prefix()), kDataSuffix, [&](const std::filesystem::path& path) {
        writeRows(path, shared_->engine.snapshot(), timerList);
    });
}

void NativeQuery::getEventQuantiles(const sidl::array<std::string>& eventList,
                                    const sidl::array<double>& probabilities,
                                    sidl::array<double, 2>& quantiles,
                                    sidl::array<std::int64_t>& numValues) {
    const std::vector<gantry::perf::EventStats> events = shared_->engine.snapshot().events;
    const EventRows found = named(events, eventList.toVector());
    const std::vector<double> asked = probabilities.toVector();
    const auto rows = static_cast<int>(found.size());
    const auto columns = static_cast<int>(asked.size());
    quantiles = sidl::array<double, 2>({rows, columns});
    numValues = zeros<std::int64_t>(rows);
    for (int i = 0; i < rows; ++i) {
        const auto* const event = found[static_cast<std::size_t>(i)];
        numValues[i] = event == nullptr ? 0 : static_cast<std::int64_t>(event->quantiles.count());
        for (int k = 0; k < columns; ++k) {
            quantiles(i, k) = quantileOf(event, asked[static_cast<std::size_t>(k)]);
        }
    }
}

std::shared_ptr<TimerReader> NativeQuery::createTimerReader(
    const sidl::array<std::string>& timerList) {
    return gantry::makeHeld<NativeTimerReader>(shared_->library(), shared_, timerList.toVector());
}

void NativeQuery::getEventStatistics(const sidl::array<std::string>& eventList,
                                     sidl::array<std::int64_t>& numSamples,
                                     sidl::array<double>& min, sidl::array<double>& max,
                                     sidl::array<double>& mean, sidl::array<double>& deviation) {
    const std::vector<gantry::perf::EventStats> events = shared_->engine.snapshot().events;
    EventColumns{numSamples, min, max, mean, deviation}.fill(named(events, eventList.toVector()));
}

std::string NativeQuery::prefix() const {
    return parameters_->getString("prefix");
}

// All ranks of a parallel run have the same parameters and often the same folder; the number keeps
// their files apart.
std::string NativeQuery::ofThisRank(const std::string& prefix) const {
    const std::optional<std::int32_t> rank = shared_->rank();
    return rank ? prefix + "." + std::to_string(*rank) : prefix;
}

}  // namespace performance::native
