#include <perf/model/Flat.hpp>
#include <perf/model/NodeValues.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/PhaseValues.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

namespace gantry::perf {

namespace {

// Which record a node belongs to.
using Place = std::tuple<std::int32_t, std::int32_t, std::uint32_t>;

// The errors in the record are those of the overhead, which add up; those of estimates do not.
struct Sums {
    PhaseRecord record;
    MetricValues inclusiveEstimate;
    MetricValues exclusiveEstimate;

    [[nodiscard]] PhaseRecord whole() const {
        PhaseRecord result = record;
        result.inclusiveError += inclusiveEstimate;
        result.exclusiveError += exclusiveEstimate;
        return result;
    }
};

// places_ and counted_ are of the nodes of the thread at hand; parents come first, so theirs are
// known.
class PhaseSums final {
public:
    PhaseSums(const Profile& profile, bool byInstance)
        : profile_(profile), byInstance_(byInstance) {}

    void add(const ThreadProfile& thread) {
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        const std::vector<MetricValues> estimates = exclusiveErrors(thread);
        const OverheadErrors overhead = overheadErrors(profile_, thread);
        places_.clear();
        counted_.clear();
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            const CallPathNode& node = thread.nodes[i];
            places_.push_back(placeOf(node));
            counted_.push_back(!isInsideSame(thread, i));
            Sums& sums = sumsAt(places_[i]);
            PhaseRecord& record = sums.record;
            record.childCalls += node.childCalls;
            record.exclusive += exclusive[i];
            record.exclusiveError += overhead.exclusive[i];
            addError(sums.exclusiveEstimate, estimates[i]);
            record.running = record.running || node.running;
            if (!isPartOfAbove(node, i)) {
                record.calls += node.calls;
                if (counted_[i]) {
                    record.inclusive += node.inclusive;
                    record.inclusiveError += overhead.inclusive[i];
                    addError(sums.inclusiveEstimate, node.error);
                }
                takeFromAbove(node, i, overhead.inclusive[i]);
            }
        }
    }

    [[nodiscard]] std::vector<PhaseRecord> records() const {
        std::vector<PhaseRecord> records;
        for (const auto& [place, sums] : sums_) {
            const PhaseRecord& record = sums.record;
            // A phase all of whose calls are in instances has nothing of its own.
            if (record.calls > 0 || record.running || record.inclusive != MetricValues{} ||
                record.exclusive != MetricValues{}) {
                records.push_back(sums.whole());
            }
        }
        return records;
    }

    // That of the same phase, instance and timer, which must have nodes here.
    [[nodiscard]] PhaseRecord twinOf(const PhaseRecord& record) const {
        return sums_.at({record.phase, record.instance, record.timer}).whole();
    }

private:
    const TimerInfo& timer(const CallPathNode& node) const { return profile_.timers[node.timer]; }
    bool isInstance(const CallPathNode& node) const {
        return isPhaseInstance(profile_, timer(node));
    }

    Place placeOf(const CallPathNode& node) const {
        auto [phase, instance, owner] =
            node.parent < 0 ? Place{-1, -1, 0} : places_[static_cast<std::size_t>(node.parent)];
        owner = node.timer;
        const TimerInfo& info = timer(node);
        if (info.kind == TimerKind::Phase) {
            phase = static_cast<std::int32_t>(node.timer);
            instance = -1;
        } else if (info.kind == TimerKind::Parameter && info.base >= 0) {
            owner = static_cast<std::uint32_t>(info.base);
            if (byInstance_ && isInstance(node) && phase == info.base) {
                instance = static_cast<std::int32_t>(node.timer);
            }
        }
        return {phase, instance, owner};
    }

    bool isInsideSame(const ThreadProfile& thread, std::size_t i) const {
        for (std::int32_t above = thread.nodes[i].parent; above >= 0;) {
            const auto place = static_cast<std::size_t>(above);
            if (places_[place] == places_[i]) {
                return true;
            }
            above = thread.nodes[place].parent;
        }
        return false;
    }

    // Whether the node is an instance that is distinguished.
    bool isTold(const CallPathNode& node, std::size_t i) const {
        return isInstance(node) && std::get<1>(places_[i]) == static_cast<std::int32_t>(node.timer);
    }

    // The calls of any other parameter are those of the node it belongs to.
    bool isPartOfAbove(const CallPathNode& node, std::size_t i) const {
        return timer(node).kind == TimerKind::Parameter && !isTold(node, i);
    }

    // What is distinguished as an instance is not the phase's, or the outer instance's, any more.
    void takeFromAbove(const CallPathNode& node, std::size_t i, const MetricValues& error) {
        if (node.parent < 0 || !isTold(node, i)) {
            return;
        }
        const auto above = static_cast<std::size_t>(node.parent);
        Sums& sums = sumsAt(places_[above]);
        PhaseRecord& record = sums.record;
        record.calls -= std::min(record.calls, node.calls);
        if (counted_[above]) {
            record.inclusive -= node.inclusive;
            // The calls of the node are among those that the error of the one above is of.
            record.inclusiveError -= error;
            addError(sums.inclusiveEstimate, node.error);
        }
    }

    Sums& sumsAt(const Place& place) {
        Sums& sums = sums_[place];
        std::tie(sums.record.phase, sums.record.instance, sums.record.timer) = place;
        return sums;
    }

    const Profile& profile_;
    const bool byInstance_;
    std::map<Place, Sums> sums_;
    // Of the nodes of one thread.
    std::vector<Place> places_;
    std::vector<bool> counted_;
};

PhaseSums sumsOf(const Profile& profile, bool byInstance) {
    PhaseSums sums(profile, byInstance);
    for (const ThreadProfile& thread : profile.threads) {
        sums.add(thread);
    }
    return sums;
}

}  // namespace

bool isPhaseInstance(const Profile& profile, const TimerInfo& timer) {
    return timer.kind == TimerKind::Parameter && timer.base >= 0 &&
           profile.timers[static_cast<std::size_t>(timer.base)].kind == TimerKind::Phase;
}

std::vector<PhaseRecord> phaseValues(const Profile& profile, bool byInstance) {
    return sumsOf(profile, byInstance).records();
}

std::vector<PhaseRecord> compensatedPhaseValues(const Profile& profile, bool byInstance) {
    const Profile net = compensatedWhereKnown(profile);
    const PhaseSums sums = sumsOf(net, byInstance);
    std::vector<PhaseRecord> records = phaseValues(profile, byInstance);
    for (PhaseRecord& record : records) {
        record = sums.twinOf(record);
    }
    return records;
}

}  // namespace gantry::perf
