#pragma once

#include <perf/importers/reading/ImportedProfile.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gantry::perf {

/// How begins and ends did not fit together.
struct Unbalanced {
    std::uint64_t open = 0;       ///< begun and never ended
    std::uint64_t strayEnds = 0;  ///< ended and never begun
    std::uint64_t cut = 0;        ///< ended by the end of a call around them

    /// Member by member, for the threads of a file.
    Unbalanced& operator+=(const Unbalanced& other);
    /// In words; empty where all fits.
    [[nodiscard]] std::string text() const;
};

/// Calls of one thread in the order of time, from begins and ends, or from begins with durations:
/// fills the tree of the thread with calls and own times. A call that ends later than the one
/// around it is cut there.
///
/// Times are in the unit of the metric and do not go back; what is not balanced is counted, not
/// refused. The profile and the stack must not be changed by others meanwhile.
///
///     CallReplay calls(profile, thread, wall);
///     calls.begin(solve, 100);
///     calls.end(solve, 250);
///     calls.finish(300);
class CallReplay final {
public:
    /// profile outlives this object. thread and metric are places that it returned.
    CallReplay(ImportedProfile& profile, std::size_t thread, std::size_t metric)
        : profile_(profile), thread_(thread), metric_(metric) {}

    /// The call is inside the one that is open; a call whose known end is before this time is ended
    /// first.
    void begin(std::uint32_t timer, std::int64_t time);
    /// Of a call whose end is known. The end is not before the time.
    void call(std::uint32_t timer, std::int64_t time, std::int64_t end);
    /// Ends the innermost call of that timer, and those inside it.
    void end(std::uint32_t timer, std::int64_t time);
    /// Ends the innermost call, whatever its timer is.
    void end(std::int64_t time);
    /// Ends what is open; its calls are marked as running. To be called once, behind the last call.
    void finish(std::int64_t time);

    /// Complete after finish().
    [[nodiscard]] const Unbalanced& unbalanced() const { return unbalanced_; }

private:
    struct Open {
        ImportedProfile::Node node = ImportedProfile::kTop;
        std::uint32_t timer = 0;
        std::int64_t begun = 0;
        std::int64_t inside = 0;  // the time of the calls inside it
        std::int64_t limit = 0;   // the end of the first call around it, or of itself, to end
        bool isEndKnown = false;
    };

    void open(std::uint32_t timer, std::int64_t time);
    void close(std::int64_t time);
    // Ends the calls whose known end is not after that time.
    void closeEnded(std::int64_t time);
    [[nodiscard]] std::int64_t limit() const;

    ImportedProfile& profile_;
    std::size_t thread_;
    std::size_t metric_;
    // The open calls, outermost first.
    std::vector<Open> stack_;
    Unbalanced unbalanced_;
};

}  // namespace gantry::perf
