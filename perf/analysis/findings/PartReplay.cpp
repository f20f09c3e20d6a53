#include <perf/analysis/findings/PartReplay.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include "RunSteps.hpp"

namespace gantry::perf {

namespace {

/// Which parts a call path belongs to; -1: to none.
struct PathParts {
    std::int64_t phase = -1;
    std::int64_t region = -1;
    bool communicates = false;
};

/// A part, and how long the threads are in it.
struct PartTime {
    PartReplay part;
    double threadUseful = 0;  // of the thread that is looked at
    double threadIdeal = 0;
    double threadReference = 0;
    double mostUseful = 0;  // of the threads before
};

class PartTimes final {
public:
    explicit PartTimes(const MpiTrace& run) : run_(run) {
        for (const MpiPath& path : run.paths) {
            paths_.push_back(partsOf(path));
        }
    }

    void add(const MpiThread& thread, const std::vector<std::int64_t>& ideal,
             const std::vector<std::int64_t>& reference) {
        for (std::size_t i = 0; i + 1 < thread.changes.size(); ++i) {
            const std::uint32_t path = thread.changes[i].path;
            if (path == PathChange::kOutside) {
                continue;
            }
            const PathParts& parts = paths_[path];
            const auto idealNs = static_cast<double>(ideal[i + 1] - ideal[i]);
            const auto referenceNs = static_cast<double>(reference[i + 1] - reference[i]);
            for (const std::int64_t part : {parts.phase, parts.region}) {
                if (part >= 0) {
                    PartTime& time = times_[static_cast<std::size_t>(part)];
                    time.threadIdeal += idealNs;
                    time.threadReference += referenceNs;
                    time.threadUseful += parts.communicates ? 0 : idealNs;
                }
            }
        }
        endThread();
    }

    std::vector<PartReplay> result() {
        std::vector<PartReplay> found;
        for (PartTime& time : times_) {
            PartReplay& part = time.part;
            if (time.mostUseful <= 0 || part.idealNs <= 0 || part.referenceNs <= 0) {
                continue;
            }
            part.serialization = std::min(1.0, time.mostUseful / part.idealNs);
            part.transfer = std::min(1.0, part.idealNs / part.referenceNs);
            found.push_back(std::move(part));
        }
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
            return a.referenceNs > b.referenceNs;
        });
        return found;
    }

private:
    std::int64_t placeOf(const std::string& name, bool isPhase) {
        const auto [found, isNew] = places_.try_emplace({name, isPhase}, times_.size());
        if (isNew) {
            times_.emplace_back();
            times_.back().part.name = name;
            times_.back().part.isPhase = isPhase;
        }
        return static_cast<std::int64_t>(found->second);
    }

    // Parents come before their children. The same division as efficiencyOf() makes of a profile.
    PathParts partsOf(const MpiPath& path) {
        const bool isTop = path.parent < 0;
        const PathParts above = isTop ? PathParts() : paths_[static_cast<std::size_t>(path.parent)];
        PathParts parts = above;
        parts.communicates = above.communicates || path.isMpi;
        if (path.isPhase) {
            parts.phase = placeOf(path.name, true);
        }
        const bool isBelowTop =
            !isTop && run_.paths[static_cast<std::size_t>(path.parent)].parent < 0;
        if (isTop || (isBelowTop && !parts.communicates)) {
            parts.region = placeOf(path.name, false);
        }
        return parts;
    }

    void endThread() {
        for (PartTime& time : times_) {
            time.mostUseful = std::max(time.mostUseful, time.threadUseful);
            time.part.idealNs = std::max(time.part.idealNs, time.threadIdeal);
            time.part.referenceNs = std::max(time.part.referenceNs, time.threadReference);
            time.threadUseful = time.threadIdeal = time.threadReference = 0;
        }
    }

    const MpiTrace& run_;
    std::vector<PathParts> paths_;
    std::map<std::pair<std::string, bool>, std::size_t> places_;
    std::vector<PartTime> times_;
};

}  // namespace

std::vector<PartReplay> partReplays(const MpiTrace& run, const CallTimes& ideal,
                                    const CallTimes& reference) {
    PartTimes times(run);
    for (std::size_t i = 0; i < run.threads.size(); ++i) {
        const MpiThread& thread = run.threads[i];
        times.add(thread, timesOfChanges(thread, ideal.calls[i], ideal.threads[i]),
                  timesOfChanges(thread, reference.calls[i], reference.threads[i]));
    }
    return times.result();
}

}  // namespace gantry::perf
