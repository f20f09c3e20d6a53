#include "NativeQuery.hpp"

#include <gantry/Error.hpp>
#include <perf/document/NumberedFile.hpp>
#include <perf/document/ProfileFile.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>

#include "NativeSnapshot.hpp"

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

// Null where no event has that name.
const gantry::perf::EventStats* findEvent(const std::vector<gantry::perf::EventStats>& events,
                                          const std::string& name) {
    const auto found =
        std::find_if(events.begin(), events.end(), [&](const gantry::perf::EventStats& known) {
            return gantry::perf::displayName(known) == name;
        });
    return found == events.end() ? nullptr : &*found;
}

// NaN where the probability is none.
double quantileOf(const gantry::perf::EventStats* event, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return event == nullptr ? 0 : event->quantile(probability).value_or(0);
}

// What cannot be written is the caller's error.
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
    return NativeSnapshot(shared_->engine.snapshot()).getTimerNames();
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
    const TimerRows timers(shared_->engine.snapshot());
    counterNames = getCounterNames();
    numCounters = counterNames.length();
    numCalls = zeros<std::int32_t>(timerList.length());
    numChildCalls = zeros<std::int32_t>(timerList.length());
    std::vector<const TimerRow*> rows;
    for (const std::string& name : timerList.toVector()) {
        const TimerRow* row = timers.find(name);
        const auto index = static_cast<int>(rows.size());
        numCalls[index] = row ? saturated(row->calls) : 0;
        numChildCalls[index] = row ? saturated(row->childCalls) : 0;
        rows.push_back(row);
    }
    const auto counters = static_cast<std::size_t>(numCounters);
    counterExclusive = valuesOf(rows, counters, &TimerRow::exclusive);
    counterInclusive = valuesOf(rows, counters, &TimerRow::inclusive);
}

sidl::array<std::string> NativeQuery::getEventNames() {
    std::vector<std::string> names;
    for (const gantry::perf::EventStats& event : shared_->engine.snapshot().events) {
        if (event.count > 0) {
            names.push_back(gantry::perf::displayName(event));
        }
    }
    return sidl::array<std::string>(names);
}

void NativeQuery::getEventData(const sidl::array<std::string>& eventList,
                               sidl::array<std::int32_t>& numSamples, sidl::array<double>& max,
                               sidl::array<double>& min, sidl::array<double>& mean,
                               sidl::array<double>& sumSqr) {
    const std::vector<gantry::perf::EventStats> events = shared_->engine.snapshot().events;
    const std::vector<std::string> names = eventList.toVector();
    const auto length = static_cast<int>(names.size());
    numSamples = zeros<std::int32_t>(length);
    max = zeros<double>(length);
    min = zeros<double>(length);
    mean = zeros<double>(length);
    sumSqr = zeros<double>(length);
    for (int i = 0; i < length; ++i) {
        if (const auto* const event = findEvent(events, names[static_cast<std::size_t>(i)])) {
            numSamples[i] = saturated(event->count);
            max[i] = event->max;
            min[i] = event->min;
            mean[i] = event->mean;
            sumSqr[i] = event->sumSquares;
        }
    }
}

std::shared_ptr<Snapshot> NativeQuery::getSnapshot() {
    return gantry::makeHeld<NativeSnapshot>(shared_->library(), shared_->profile());
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
    const std::vector<std::string> names = eventList.toVector();
    const std::vector<double> asked = probabilities.toVector();
    const auto rows = static_cast<int>(names.size());
    const auto columns = static_cast<int>(asked.size());
    quantiles = sidl::array<double, 2>({rows, columns});
    numValues = zeros<std::int64_t>(rows);
    for (int i = 0; i < rows; ++i) {
        const auto* const event = findEvent(events, names[static_cast<std::size_t>(i)]);
        numValues[i] = event == nullptr ? 0 : static_cast<std::int64_t>(event->quantiles.count());
        for (int k = 0; k < columns; ++k) {
            quantiles(i, k) = quantileOf(event, asked[static_cast<std::size_t>(k)]);
        }
    }
}

std::string NativeQuery::prefix() const {
    return parameters_->getString("prefix");
}

std::string NativeQuery::ofThisRank(const std::string& prefix) const {
    const std::optional<std::int32_t> rank = shared_->rank();
    return rank ? prefix + "." + std::to_string(*rank) : prefix;
}

}  // namespace performance::native
