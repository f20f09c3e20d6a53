#include "ArchivedLog.hpp"

#include <perf/archive/Archive.hpp>

#include <cmath>

#include "RecordsError.hpp"
#include "names.hpp"

namespace records {
namespace {

using gantry::perf::ArchivedDecision;
using gantry::perf::ArchivedEstimate;

constexpr double kNsPerSecond = 1e9;

// Words that a newer version has added are an error, not a default: a replayed log must not decide
// otherwise than it did.
template <class Value>
Value known(const std::filesystem::path& file, const std::optional<Value>& value,
            const std::string& column, const std::string& name) {
    if (!value) {
        throw RecordsError(RecordsError::Kind::Damaged, file,
                           "table 'decision', column '" + column + "': '" + name +
                               "' is not known; read it with the Gantry that wrote it");
    }
    return *value;
}

sidl::array<tuning::Estimate> estimatesOf(const ArchivedDecision& decision) {
    std::vector<tuning::Estimate> all;
    for (const ArchivedEstimate& known : decision.estimates) {
        tuning::Estimate estimate;
        estimate.candidate = known.candidate;
        estimate.calls = known.calls;
        estimate.cost = known.cost;
        estimate.low = known.low;
        estimate.high = known.high;
        estimate.bound = known.bound;
        estimate.quarantine = known.quarantine;
        all.push_back(estimate);
    }
    return sidl::array<tuning::Estimate>(all);
}

tuning::Entry entryOf(const std::filesystem::path& file, const ArchivedDecision& decision) {
    tuning::Entry entry;
    entry.time = decision.time;
    entry.port = decision.port;
    entry.request = decision.request;
    entry.repeats = decision.repeats;
    entry.context = decision.context;
    entry.candidate = decision.candidate;
    entry.reason = known(file, reasonOf(decision.reason), "reason", decision.reason);
    entry.text = decision.text;
    entry.limit = decision.limit;
    entry.fallback = decision.fallback;
    entry.status = known(file, statusOf(decision.status), "status", decision.status);
    entry.cost = decision.cost;
    entry.seconds = decision.seconds;
    entry.quality = decision.quality;
    entry.estimates = estimatesOf(decision);
    return entry;
}

}  // namespace

ArchivedDecision archived(const tuning::Entry& entry, double beganAt) {
    ArchivedDecision decision;
    // Negative for an entry of before the measurement.
    decision.timeNs = std::llround((entry.time - beganAt) * kNsPerSecond);
    decision.time = entry.time;
    decision.port = entry.port;
    decision.request = entry.request;
    decision.repeats = entry.repeats;
    decision.context = entry.context;
    decision.candidate = entry.candidate;
    decision.reason = nameOf(entry.reason);
    decision.text = entry.text;
    decision.limit = entry.limit;
    decision.fallback = entry.fallback;
    decision.status = nameOf(entry.status);
    decision.cost = entry.cost;
    decision.seconds = entry.seconds;
    decision.quality = entry.quality;
    for (const tuning::Estimate& known : entry.estimates.toVector()) {
        decision.estimates.push_back({known.candidate, known.calls, known.cost, known.low,
                                      known.high, known.bound, known.quarantine});
    }
    return decision;
}

std::vector<tuning::Entry> entriesOf(const std::filesystem::path& file,
                                     const std::vector<ArchivedDecision>& decisions) {
    std::vector<tuning::Entry> entries;
    entries.reserve(decisions.size());
    for (const ArchivedDecision& decision : decisions) {
        entries.push_back(entryOf(file, decision));
    }
    return entries;
}

std::vector<tuning::Entry> readArchivedLog(const std::filesystem::path& file) {
    return entriesOf(file, gantry::perf::readHistory(file).decisions);
}

LoggedDecisions readLog(const std::filesystem::path& file) {
    if (!gantry::perf::looksLikeArchive(file)) {
        return readDecisionLog(file);
    }
    // An archive checks itself, and is written when its run is over.
    LoggedDecisions decisions;
    decisions.entries = readArchivedLog(file);
    return decisions;
}

}  // namespace records
