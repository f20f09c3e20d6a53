#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/TraceCopy.hpp>

#include <algorithm>
#include <cstdlib>

#include "ProfileBuilder.hpp"

// The part of ProfileBuilder that reads facts, and counts what was lost or is damaged.

namespace gantry::perf {

namespace {

bool lacksMemory(const Profile& profile) {
    return std::any_of(profile.misuse.begin(), profile.misuse.end(),
                       [](const Misuse& misuse) { return misuse.kind == MisuseKind::OutOfMemory; });
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
    } else {
        reading_.profile.context.emplace_back(key, value);
    }
}

void ProfileBuilder::addLost(const SegmentHeader& header) {
    std::uint64_t grownNs = 0;
    reading_.damaged += header.lastNs.read(grownNs) ? 0 : 1;
    if (!lostRecords_.empty()) {
        reading_.profile.context.emplace_back(kLostRecords, lostRecords_);
    }
    const std::uint64_t untraced = loadRelaxed(header.untracedThreads);
    if (!checksummedCount::isWhole(untraced)) {
        ++reading_.damaged;
    } else if (untraced > 0) {
        const std::uint64_t threads = checksummedCount::numberIn(untraced);
        reading_.profile.context.emplace_back(kUntracedThreads, std::to_string(threads));
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

std::string ProfileBuilder::whatIsMissing() const {
    std::string missing;
    if (lacksMemory(reading_.profile)) {
        missing =
            "the memory for measuring was used up: see the misuse out-of-memory; raise its limit";
    }
    if (reading_.damaged > 0) {
        missing += (missing.empty() ? "" : "; ") + std::to_string(reading_.damaged) +
                   " records of the segment are damaged and left out";
    }
    return missing;
}

}  // namespace gantry::perf
