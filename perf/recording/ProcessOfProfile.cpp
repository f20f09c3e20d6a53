#include "ProcessOfProfile.hpp"

#include <perf/recording/ArchiveMerge.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

#include "ProcessChoice.hpp"

namespace gantry::perf {

namespace {

std::optional<std::int32_t> numberIn(const std::string& text) {
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size() && number >= 0;
    return whole ? std::optional(number) : std::nullopt;
}

// What an older Gantry noted of the only process.
ProcessInfo notedProcess(const Profile& profile) {
    ProcessInfo process;
    process.host = profile.machine.host;
    process.rank = numberIn(factOf(profile, kRankFact)).value_or(-1);
    if (process.rank >= 0) {
        process.size = static_cast<std::uint32_t>(numberIn(factOf(profile, kSizeFact)).value_or(0));
    } else {
        // Ranks may have been measured each by a command of its own.
        process.run = factOf(profile, kSessionFact);
    }
    return process;
}

bool knowsEveryProcess(const Profile& profile) {
    return !profile.processes.empty() &&
           std::all_of(profile.threads.begin(), profile.threads.end(),
                       [](const ThreadProfile& thread) { return thread.process >= 0; });
}

}  // namespace

void requireProcesses(Profile& profile, const std::filesystem::path& file) {
    const bool ofRanks = profile.ranks.has_value();
    if (!knowsEveryProcess(profile)) {
        if (ofRanks) {
            throw MergeError(file.string() +
                             " has several ranks, and an older Gantry that wrote it did not note "
                             "which thread is whose; merge the archives of its ranks");
        }
        profile.processes.assign(1, notedProcess(profile));
        for (ThreadProfile& thread : profile.threads) {
            thread.process = 0;
        }
    }
    if (ofRanks) {
        profile.ranks.reset();
    }
}

}  // namespace gantry::perf
