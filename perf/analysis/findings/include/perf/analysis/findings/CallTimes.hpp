#pragma once

#include <perf/analysis/findings/MpiTrace.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// When each call of a run began and ended: as measured, or as a replay has it. Vectors are as long
/// as the run's threads, and their calls; refers to nothing.
struct CallTimes {
    /// In ns; begin is not after end.
    struct Span {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };

    std::vector<std::vector<Span>> calls;  ///< by thread and call
    std::vector<Span> threads;             ///< by thread: from MPI_Init to MPI_Finalize

    /// Not checked, as MpiTrace::at().
    [[nodiscard]] const Span& at(MpiPlace place) const { return calls[place.thread][place.call]; }
    /// From the first begin to the last end of the threads, in ns.
    [[nodiscard]] std::int64_t length() const;
};

/// As they were measured.
CallTimes measuredTimes(const MpiTrace& run);

/// What the network of a replay costs, in ns. All 0: a network that costs nothing.
struct ReplayNetwork {
    double callNs = 0;     ///< the sender and the receiver of each message, and each rank at each
                           ///< collective call that waits for some ranks only
    double messageNs = 0;  ///< each message on its way, whatever its size
    double byteNs = 0;     ///< each byte of it
    double barrierNs = 0;  ///< each collective call, from the last that comes
};

/// A run as it would be with a core for each rank: the clock of a thread advances by its CPU time
/// between calls, or by the wall time where CPU times were not recorded; a receive ends when it and
/// its message have come, a collective call when those it waits for have come.
struct RunReplay {
    CallTimes times;
    std::vector<double> useful;  ///< by thread, ns outside of MPI
    bool byCpu = false;
    std::uint64_t broken = 0;  ///< calls that wait for each other in a circle, let go
};

/// Time and memory in proportion to calls and messages.
RunReplay replayed(const MpiTrace& run, const ReplayNetwork& network = {});

}  // namespace gantry::perf
