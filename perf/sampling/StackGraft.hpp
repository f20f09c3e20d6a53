#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace gantry::perf {

/// Puts trees of sampled functions below the timers of one profile. For one thread; the profile
/// outlives it, and nobody else adds timers or nodes to it meanwhile.
class StackGraft final {
public:
    /// metric: the place of the sampled one in `into`; from: whose timers the trees name.
    StackGraft(Profile& into, std::size_t metric, const Profile& from);

    /// Adds all of a sampled thread to the thread at that place.
    void add(const ThreadProfile& sampled, std::size_t thread);

private:
    // Where a frame stands: what starts the process or thread, the measured timer that it is, or
    // anything else.
    enum class Part { Start, Timer, Code };
    struct Place {
        Part part = Part::Start;
        std::int32_t node = -1;     // in the thread of `into`
        bool startsCode = false;    // the function that calls what the program wrote
        bool isBelowTimer = false;  // the next frame is that of the timer
    };

    Place placeOf(const TimerInfo& frame, const Place& above, std::size_t thread);
    [[nodiscard]] std::int32_t wholeTimer(std::size_t thread) const;
    std::uint32_t timer(const TimerInfo& wanted);
    std::int32_t child(std::size_t thread, std::int32_t parent, std::uint32_t timer);

    Profile& into_;
    const std::size_t metric_;
    const Profile& from_;
    std::unordered_map<std::string, std::uint32_t> timers_;
    std::unordered_map<std::string, std::uint32_t> ofModules_;  // by group and name
    std::unordered_map<std::uint64_t, std::int32_t>
        children_;  // nodes of the thread being added to
};

}  // namespace gantry::perf
