#include <base/text/Joined.hpp>
#include <base/text/NumberText.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/ModuleRegion.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/TraceCopy.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "ProfileBuilder.hpp"

// The part of ProfileBuilder that reads facts, and counts what was lost or is damaged.

namespace gantry::perf {

namespace {

bool has(const Profile& profile, MisuseKind kind) {
    return std::any_of(profile.misuse.begin(), profile.misuse.end(),
                       [kind](const Misuse& misuse) { return misuse.kind == kind; });
}

std::string factOf(const Profile& profile, std::string_view key) {
    const auto found = std::find_if(profile.context.begin(), profile.context.end(),
                                    [key](const auto& fact) { return fact.first == key; });
    return found == profile.context.end() ? std::string() : found->second;
}

std::optional<std::uint32_t> wholeNumberIn(const std::string& text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

// Which of the settings stood in the way.
std::string whyFull(const SegmentHeader& header) {
    const std::uint32_t flags = loadRelaxed(header.flags);
    if ((flags & kSegmentDiskFull) != 0) {
        return "the segment could not grow because its file system is full; free space there or "
               "name another folder with GANTRY_SEGMENT_DIR";
    }
    if ((flags & kSegmentLimitReached) != 0) {
        return "the memory for measuring was used up; raise GANTRY_MEMORY_LIMIT above " +
               base::quantity(static_cast<double>(header.limitBytes) / (1U << 20U), "MiB");
    }
    return "there were more timers or events than are kept";
}

}  // namespace

void ProfileBuilder::addFacts(const StoreView& facts) {
    for (std::uint32_t i = 0; i < facts.size(); ++i) {
        const auto& fact = facts.at<FactRecord>(i);
        if (entryChecksum(fact) == fact.checksum) {
            addFact(name(fact.key), name(fact.value));
        } else {
            ++reading_.damaged;
        }
    }
}

void ProfileBuilder::addFact(const std::string& key, const std::string& value) {
    Machine& machine = reading_.profile.machine;
    if (key == "machine.host") {
        machine.host = value;
    } else if (key == "machine.cpuModel") {
        machine.cpuModel = value;
    } else if (key == "machine.cores") {
        machine.cores = static_cast<std::uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
    } else if (key == "machine.os") {
        machine.os = value;
    } else if (key == "machine.clockSource") {
        machine.clockSource = value;
    } else if (key == "machine.bootId") {
        bootId_ = value;
    } else if (key.rfind(kModuleRegionFact, 0) == 0) {
        addModule(key.substr(kModuleRegionFact.size()), value);
    } else {
        auto& context = reading_.profile.context;
        // A launcher and the library it started may both say how many ranks there are, and the
        // measurement overhead is measured again at the end.
        std::erase_if(context, [&](const auto& fact) {
            return fact == std::pair(key, value) ||
                   (key == kOverheadError && fact.first == kOverheadError);
        });
        context.emplace_back(key, value);
    }
}

void ProfileBuilder::addModule(const std::string& name, const std::string& place) {
    const std::uint64_t startNs = metrics_.empty() ? 0 : metrics_.front().startNs;
    ModuleRecords module = readModuleRegion(bytes_, name, place, startNs, reading_.damaged);
    if (!module.records.empty() || !module.partial.empty()) {
        reading_.profile.modules.push_back(std::move(module));
    }
}

void ProfileBuilder::addProcess() {
    Profile& profile = reading_.profile;
    ProcessInfo& process = profile.processes.emplace_back();
    process.host = profile.machine.host;
    process.bootId = bootId_;
    process.pid = static_cast<std::int64_t>(header().pid);
    const auto rank = wholeNumberIn(factOf(profile, kRankFact));
    if (rank && std::in_range<std::int32_t>(*rank)) {
        process.rank = static_cast<std::int32_t>(*rank);
        process.size = wholeNumberIn(factOf(profile, kSizeFact)).value_or(0);
    }
    // Ranks that one launcher started may have been measured each by a command of its own.
    process.run = factOf(profile, kJobFact);
    if (process.run.empty()) {
        process.run = factOf(profile, kSessionFact);
    }
}

void ProfileBuilder::addLost(const SegmentHeader& header) {
    std::uint64_t grownNs = 0;
    reading_.damaged += header.lastNs.read(grownNs) ? 0 : 1;
    if (!lostRecords_.empty()) {
        reading_.profile.context.emplace_back(kLostRecords, lostRecords_);
    }
    if (traceWaitsNs_ > 0) {
        reading_.profile.context.emplace_back(kTraceWaits, std::to_string(traceWaitsNs_));
    }
    const std::uint64_t untraced = loadRelaxed(header.untracedThreads);
    if (!checksummedCount::isWhole(untraced)) {
        ++reading_.damaged;
    } else if (untraced > 0) {
        const std::uint64_t threads = checksummedCount::numberIn(untraced);
        reading_.profile.context.emplace_back(kUntracedThreads, std::to_string(threads));
    }
    for (const std::uint64_t* const counter :
         {&header.foldedCalls, &header.otherTimers, &header.otherEvents}) {
        reading_.damaged += checksummedCount::isWhole(loadRelaxed(*counter)) ? 0 : 1;
    }
    addLostUses(header.usesAfterThreadEnd, MisuseKind::AfterThreadEnd);
    addLostUses(header.usesWithoutMemory, MisuseKind::OutOfMemory);
    addLostUses(header.usesInHandlers, MisuseKind::InsideHandler);
}

void ProfileBuilder::addLostUses(const std::uint64_t& counter, MisuseKind kind) {
    const std::uint64_t uses = loadRelaxed(counter);
    if (!checksummedCount::isWhole(uses)) {
        ++reading_.damaged;
    } else if (uses != 0) {
        reading_.profile.misuse.push_back({kind, {}, {}, checksummedCount::numberIn(uses), -1});
    }
}

// Why timers, events and calls did not fit, which setting helps, and where they are counted. The
// names of settings are those of the environment, which every way to measure has.
std::string ProfileBuilder::whatDidNotFit() const {
    const SegmentHeader& header = *reinterpret_cast<const SegmentHeader*>(bytes_.data());
    const std::uint64_t timers = checksummedCount::numberIn(loadRelaxed(header.otherTimers));
    const std::uint64_t events = checksummedCount::numberIn(loadRelaxed(header.otherEvents));
    std::vector<std::string> parts;
    if (timers > 0 || events > 0 || has(reading_.profile, MisuseKind::OutOfMemory)) {
        parts.push_back(whyFull(header));
    }
    if (timers > 0) {
        parts.push_back("the calls of " + base::plural(timers, "timer") +
                        " that did not fit are in " + kOtherName);
    }
    if (events > 0) {
        parts.push_back("the values of " + base::plural(events, "event") +
                        " that did not fit are missing");
    }
    if (has(reading_.profile, MisuseKind::OutOfMemory)) {
        parts.push_back(std::string("calls that did not fit are in ") + kOtherName);
    }
    if (has(reading_.profile, MisuseKind::DepthExceeded)) {
        parts.push_back(std::string("calls deeper than the depth limit are in ") + kOtherName);
    }
    if (has(reading_.profile, MisuseKind::InsideHandler)) {
        parts.push_back(std::string("calls by signal handlers that interrupted the measurement are "
                                    "in ") +
                        kOtherName + ", without their time");
    }
    return base::joined(parts, "; ");
}

std::string ProfileBuilder::whatIsMissing() const {
    std::string missing = whatDidNotFit();
    if (reading_.damaged > 0) {
        missing += (missing.empty() ? "" : "; ") + std::to_string(reading_.damaged) +
                   " records of the segment are damaged and left out";
    }
    return missing;
}

}  // namespace gantry::perf
