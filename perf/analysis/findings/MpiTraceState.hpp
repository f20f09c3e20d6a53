#pragma once

#include <perf/analysis/MessageTimes.hpp>
#include <perf/analysis/findings/MpiTrace.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Where a call began and ended, until the clocks of all ranks are known.
struct CallEvents {
    MessageTimes::Event begin;
    MessageTimes::Event end;
    std::uint64_t beginTicks;
    std::uint64_t endTicks;
};

/// One side of a message.
struct MessageEnd {
    MpiPlace place;
    std::int64_t bytes;
    std::uint64_t order;
};

struct MessageEnds {
    std::vector<MessageEnd> sends;
    std::vector<MessageEnd> receives;
};

/// What a reader knows before the last trace was added.
struct MpiTraceReader::State {
    // from, to, tag, communicator
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::uint32_t>;

    MpiTrace found;
    MessageTimes times;
    std::vector<std::vector<CallEvents>> events;  // by thread
    std::map<std::string, std::uint32_t> communicators;
    std::map<Key, MessageEnds> ends;
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> instances;
    std::vector<std::uint32_t> communicatorOf;  // by collective
    // By parent and timer; timers are known by name over all ranks.
    std::map<std::pair<std::int64_t, std::string>, std::uint32_t> pathPlaces;

    std::uint32_t communicator(const std::string& name) {
        return communicators.try_emplace(name, static_cast<std::uint32_t>(communicators.size()))
            .first->second;
    }

    std::uint32_t path(std::int64_t parent, const TimerInfo& timer) {
        // Functions of MPI have a type in addition: what they are for.
        const bool isMpi = timer.name.starts_with("MPI_");
        const std::string name = isMpi ? timer.name : fullName(timer);
        const auto [place, isNew] = pathPlaces.try_emplace({parent, name}, PathChange::kOutside);
        if (isNew) {
            place->second = static_cast<std::uint32_t>(found.paths.size());
            found.paths.push_back({parent, name, isMpi, timer.kind == TimerKind::Phase});
        }
        return place->second;
    }

    void match();
    void resolve();
    void setTimes(std::size_t thread);
    void order(const MpiCollective& collective);
    [[nodiscard]] const CallEvents& of(MpiPlace place) const {
        return events[place.thread][place.call];
    }
};

}  // namespace gantry::perf
