#include <perf/model/RankMerger.hpp>
#include <perf/model/RankSplit.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace gantry::perf {

namespace {

using Parts = std::map<std::uint32_t, Profile>;

// The number in "rank N: ...", and what follows.
std::optional<std::pair<std::uint32_t, std::string>> sentenceOfRank(const std::string& sentence) {
    constexpr std::string_view kBegin = "rank ";
    if (!sentence.starts_with(kBegin)) {
        return std::nullopt;
    }
    std::uint32_t rank = 0;
    const char* const last = sentence.data() + sentence.size();
    const auto [end, error] = std::from_chars(sentence.data() + kBegin.size(), last, rank);
    const std::string_view rest(end, static_cast<std::size_t>(last - end));
    if (error != std::errc() || !rest.starts_with(": ")) {
        return std::nullopt;
    }
    return std::pair(rank, std::string(rest.substr(2)));
}

// What is partial, back to the ranks of which it was said.
void splitPartial(const std::string& partial, Parts& parts) {
    const std::string text = withoutMissingText(partial);
    auto part = parts.begin();
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find("; ", begin), text.size());
        std::string sentence = text.substr(begin, end - begin);
        if (const auto found = sentenceOfRank(sentence); found && parts.count(found->first) > 0) {
            part = parts.find(found->first);
            sentence = found->second;
        }
        part->second.partial += (part->second.partial.empty() ? "" : "; ") + sentence;
        begin = end + 2;
    }
}

std::uint32_t rankOf(const ProcessInfo& process) {
    return static_cast<std::uint32_t>(process.rank);
}

// Records that belong to no process go to the lowest rank.
void splitModules(const Profile& profile, const std::vector<std::int32_t>& placeOf, Parts& parts) {
    for (const ModuleRecords& module : profile.modules) {
        std::map<std::uint32_t, ModuleRecords> ofRank;
        for (const ModuleRecord& record : module.records) {
            const auto process = static_cast<std::size_t>(record.process);
            const std::uint32_t rank =
                record.process < 0 ? parts.begin()->first : rankOf(profile.processes.at(process));
            ModuleRecords& part = ofRank[rank];
            part.records.push_back(record);
            part.records.back().process = record.process < 0 ? -1 : placeOf[process];
        }
        for (auto& [rank, part] : ofRank) {
            part.name = module.name;
            part.version = module.version;
            part.partial = module.partial;
            part.fields = module.fields;
            parts[rank].modules.push_back(std::move(part));
        }
    }
}

// What all ranks have in common.
Profile frameOf(const Profile& profile) {
    Profile frame;
    frame.created = profile.created;
    frame.timeNs = profile.timeNs;
    frame.metrics = profile.metrics;
    frame.timers = profile.timers;
    frame.machine = profile.machine;
    frame.assembly = profile.assembly;
    frame.context = profile.context;
    frame.probeOverhead = profile.probeOverhead;
    return frame;
}

}  // namespace

std::map<std::uint32_t, Profile> splitByRank(const Profile& profile) {
    Parts parts;
    std::vector<std::int32_t> placeOf;
    for (const ProcessInfo& process : profile.processes) {
        Profile& part = parts.try_emplace(rankOf(process), frameOf(profile)).first->second;
        placeOf.push_back(static_cast<std::int32_t>(part.processes.size()));
        part.processes.push_back(process);
    }
    if (parts.empty()) {
        return parts;
    }
    std::map<std::int64_t, std::uint32_t> rankOfThread;
    for (const ThreadProfile& thread : profile.threads) {
        const auto process = static_cast<std::size_t>(thread.process);
        const std::uint32_t rank = rankOf(profile.processes.at(process));
        rankOfThread[thread.id] = rank;
        parts[rank].threads.push_back(thread);
        parts[rank].threads.back().process = placeOf[process];
    }
    Profile& lowest = parts.begin()->second;
    lowest.events = profile.events;
    for (const Misuse& misuse : profile.misuse) {
        const auto rank = rankOfThread.find(misuse.thread);
        (rank == rankOfThread.end() ? lowest : parts[rank->second]).misuse.push_back(misuse);
    }
    splitModules(profile, placeOf, parts);
    splitPartial(profile.partial, parts);
    return parts;
}

}  // namespace gantry::perf
