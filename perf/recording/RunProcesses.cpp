#include <base/text/Printable.hpp>
#include <perf/recording/MissingMeasurement.hpp>
#include <perf/recording/RunProcesses.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

namespace gantry::perf {

namespace {

using Infos = std::vector<SegmentInfo>;

constexpr int kNoRank = -1;

std::optional<int> wholeNumberIn(const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

pid_t parentOf(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    constexpr std::string_view kParent = "PPid:\t";
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(kParent)) {
            return wholeNumberIn(line.substr(kParent.size())).value_or(0);
        }
    }
    return 0;
}

bool descends(pid_t process, pid_t from) {
    for (; process > 1; process = parentOf(process)) {
        if (process == from) {
            return true;
        }
    }
    return false;
}

Infos sound() {
    Infos infos = segmentsIn(segmentFolder());
    std::erase_if(infos, [](const SegmentInfo& info) { return !info.problem.empty(); });
    return infos;
}

// Of the process itself, or of those it has started.
Infos segmentsOfProcess(const std::string& word) {
    const std::optional<int> pid = wholeNumberIn(word);
    Infos found;
    for (const SegmentInfo& info : pid ? sound() : Infos()) {
        if (info.pid == *pid || (info.live && descends(info.pid, *pid))) {
            found.push_back(info);
        }
    }
    if (found.empty()) {
        throw NotMeasuredError(base::printable(word) +
                               " names neither a measured process nor one that has started any");
    }
    return found;
}

Infos segmentsOfOnlyRun() {
    Infos live = sound();
    std::erase_if(live, [](const SegmentInfo& info) { return !info.live; });
    std::set<std::string> runs;
    std::string processes;
    for (const SegmentInfo& info : live) {
        const bool isNew =
            runs.insert(info.session.empty() ? std::to_string(info.pid) : info.session).second;
        processes += isNew ? (processes.empty() ? "" : ", ") + std::to_string(info.pid) : "";
    }
    if (runs.empty()) {
        throw std::runtime_error("no program is being measured");
    }
    if (runs.size() > 1) {
        throw std::runtime_error(
            "several runs are being measured; name a process of one of them: " + processes);
    }
    return live;
}

}  // namespace

std::vector<SegmentInfo> processesOfRun(const std::optional<std::string>& word) {
    Infos found = word ? segmentsOfProcess(*word) : segmentsOfOnlyRun();
    std::set<std::string> sessions;
    std::set<std::filesystem::path> known;
    for (const SegmentInfo& info : found) {
        sessions.insert(info.session);
        known.insert(info.path);
    }
    for (SegmentInfo& info : sound()) {
        if (!info.session.empty() && sessions.count(info.session) > 0 &&
            known.insert(info.path).second) {
            found.push_back(std::move(info));
        }
    }
    const auto key = [](const SegmentInfo& info) {
        return std::tuple(wholeNumberIn(info.rank).value_or(kNoRank), info.pid, info.createdNs);
    };
    std::sort(found.begin(), found.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    return found;
}

}  // namespace gantry::perf
