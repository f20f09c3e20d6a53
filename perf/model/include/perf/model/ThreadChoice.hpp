#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::perf {

/// Threads of a run by where they ran: all that fit everything that is given.
struct ThreadChoice {
    std::optional<std::string> host;
    std::optional<std::int32_t> rank;
    std::optional<std::uint32_t> thread;  ///< as ThreadProfile::id
};

/// Reads "rank=2,thread=1", "host=node3". Throws std::invalid_argument, which says what is wrong
/// and what is right.
ThreadChoice parseThreadChoice(std::string_view text);

/// Leaves only these threads, so that every view of call paths and timers is of them, and takes
/// away what is of the whole run: events, values over ranks, records of modules. Throws
/// std::invalid_argument where no thread fits.
void keepThreads(Profile& profile, const ThreadChoice& choice);

}  // namespace gantry::perf
