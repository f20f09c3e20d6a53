#pragma once

#include <perf/analysis/findings/CallTimes.hpp>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// Why a rank waited.
enum class WaitKind : std::uint8_t {
    LateSender,     ///< a receive began before the send
    LateReceiver,   ///< a send that blocks began before the receive
    Barrier,        ///< at a barrier, for the last
    AllToAll,       ///< in a collective call in which each waits for all
    LateBroadcast,  ///< for the root that hands out
    EarlyReduce,    ///< the root, for the last that hands in
    Scan,           ///< for the ranks before
};
inline constexpr std::size_t kWaitKinds = 7;

/// "late sender", "wait at barrier" and so on: a literal.
std::string_view waitName(WaitKind kind);

/// One call that waited. An amount is exact for the times it is computed from. A plain value;
/// places are those of the MpiTrace it was found in.
struct Wait {
    WaitKind kind = WaitKind::LateSender;
    MpiPlace waiting;
    MpiPlace cause;           ///< the call that came last
    std::int64_t timeNs = 0;  ///< from the begin of the call that waits
    bool wrongOrder = false;  ///< late sender: a message that was received later was sent before
};

/// All waits of a run at the times given, by thread and call. At most one for each call: that for
/// the one that came last. Collective calls in which ranks are missing have none.
///
/// Late sender: min(begin of the send, end of the receive) - begin of the receive; of a call that
/// completes several, that of the latest sender; none in MPI_Test and its relatives. Late receiver:
/// begin of a receive that blocks - begin of a send that blocks, where the send did not end before.
/// Collective calls: min(begin of the last, own end) - own begin. Linear in calls and messages.
/// times is of this run: it has a span for each call of each thread. In a scan, a rank waits for
/// the last of the ranks below its own; in a call with a root, those that give nothing wait for the
/// last that gives.
std::vector<Wait> waitStates(const MpiTrace& run, const CallTimes& times);

/// The time of a call path or of a rank, of one kind. In ns; a wait of the wrong order counts in
/// its kind as well.
struct WaitSum {
    std::array<std::int64_t, kWaitKinds> timeNs{};
    std::int64_t wrongOrderNs = 0;
    std::uint64_t count = 0;

    /// In O(1).
    void add(const Wait& wait);
    /// The sum over the kinds.
    [[nodiscard]] std::int64_t all() const noexcept;
};

/// The same waits added up: by kind, by call path of the call that waits, by rank that waits, and
/// by rank that is waited for.
struct WaitSums {
    WaitSum whole;
    std::vector<WaitSum> byPath;    ///< by path
    std::vector<WaitSum> byThread;  ///< by thread that waits
    std::vector<WaitSum> byCause;   ///< by thread that came late
};
/// waits: of this run. Linear in them.
WaitSums sumsOf(const MpiTrace& run, const std::vector<Wait>& waits);

/// What made others wait: what a rank did longer than the rank that waits, since both last
/// synchronized. The costs of a wait add up to it: those of call paths, and those of the waits of
/// the late rank itself, which its own causes are to be asked for.
struct DelayCost {
    std::uint32_t thread = 0;  ///< that came late
    std::uint32_t path = 0;    ///< in which it did more
    std::int64_t costNs = 0;
};

/// The sum of all three is that of the waits.
struct DelayCosts {
    std::vector<DelayCost> costs;    ///< largest first
    std::int64_t byOwnWaitsNs = 0;   ///< of late ranks that had waited themselves
    std::int64_t unexplainedNs = 0;  ///< nothing was done longer: messages or the machine took it
};

/// Of all waits. By the measured times of the regions between calls, so the waits must be of
/// measured times as well.
DelayCosts delayCosts(const MpiTrace& run, const CallTimes& times, const std::vector<Wait>& waits);

/// Where the run would get faster: from the rank that ended last backwards, at each wait to the
/// rank that came late. The parts add up to the length of the run.
struct CriticalPart {
    std::uint32_t thread = 0;
    std::uint32_t path = 0;
    std::int64_t timeNs = 0;
};
/// lengthNs is the sum of the parts.
struct CriticalPath {
    std::vector<CriticalPart> parts;  ///< largest first, one for each thread and call path
    std::int64_t lengthNs = 0;
};
/// waits: of the same run and times.
CriticalPath criticalPath(const MpiTrace& run, const CallTimes& times,
                          const std::vector<Wait>& waits);

}  // namespace gantry::perf
