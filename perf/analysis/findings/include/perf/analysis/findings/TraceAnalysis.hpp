#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/analysis/findings/MachineModel.hpp>
#include <perf/analysis/findings/PartReplay.hpp>
#include <perf/analysis/findings/WaitStates.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// The time that one rank waited in one call path for another rank, exactly.
struct WaitRow {
    WaitKind kind = WaitKind::LateSender;
    std::string path;
    std::int64_t rank = -1;   ///< that waited
    std::int64_t cause = -1;  ///< that came late
    std::int64_t timeNs = 0;
    std::int64_t wrongOrderNs = 0;
    std::uint64_t count = 0;
};

/// A rank in a call path. Of the delays: what it did longer than those that waited. Of the critical
/// path: its part of it.
struct PlaceRow {
    std::int64_t rank = -1;
    std::string path;
    std::int64_t timeNs = 0;
};

/// A piece of the replayed run, between two moments in which ranks met.
struct RunStep {
    double lengthNs = 0;
    std::vector<double> useful;              ///< by thread, ns
    std::array<double, kWaitKinds> waits{};  ///< by kind, of all threads, ns
    double masterNs = 0;                     ///< of the late senders: those of the master
};

/// What the calls of MPI of a run were, as far as the number of messages matters.
struct CallCounts {
    std::uint64_t messages = 0;     ///< received by the thread with most of both
    std::uint64_t sends = 0;        ///< sent by it
    std::uint64_t combinable = 0;   ///< sends straight behind one to the same rank
    std::uint64_t collectives = 0;  ///< calls of it
    double bytes = 0;               ///< that it sent and received
    std::int64_t rank = -1;         ///< this thread's
    std::string path;               ///< in which it sent most
};

/// What the trace of a run says. The waits are those of the replay where CPU times are in the
/// trace: with a core for each rank, so that sharing cores does not count as waiting.
struct TraceAnalysis {
    double lengthNs = 0;  ///< as measured, from MPI_Init to MPI_Finalize
    double idealNs = 0;   ///< with a core for each rank and a network that costs nothing
    double modelNs = 0;   ///< the same with the costs of the machine
    double countNs = 0;   ///< the same without the cost of bytes
    double loadBalance = 1;
    double serialization = 1;  ///< greatest useful time by idealNs
    double transfer = 1;       ///< idealNs by lengthNs; of shared cores by modelNs
    bool byCpu = false;
    bool replayedWaits = false;       ///< rows below are of the replay, not as measured
    std::vector<std::int64_t> ranks;  ///< by thread
    std::vector<double> useful;       ///< by thread
    std::vector<WaitRow> waits;       ///< largest first
    std::array<std::int64_t, kWaitKinds> waitNs{};
    std::vector<PlaceRow> delays;  ///< who made others wait, largest first
    std::int64_t delaysByOwnWaitsNs = 0;
    std::int64_t delaysUnexplainedNs = 0;
    std::vector<PlaceRow> critical;  ///< critical path, largest first
    std::int64_t criticalNs = 0;
    std::vector<RunStep> steps;
    std::vector<PartReplay> parts;  ///< phases and regions, longest first
    CallCounts counts;
    std::int64_t master = -1;  ///< the rank that nearly all messages come from or go to
    std::uint64_t records = 0;
    std::vector<std::string> notes;

    /// That of the phase or region with this name; null where it has none.
    [[nodiscard]] const PartReplay* partNamed(const std::string& name, bool isPhase) const;
    /// The run time that gains are a part of.
    [[nodiscard]] double referenceNs() const noexcept { return replayedWaits ? modelNs : lengthNs; }
};

/// Everything above. shared: the run had more ranks than cores, so that waits are those of the
/// replay where it has CPU times. Changes the times of `run` into those of the replay then.
/// Linear in its calls, messages and path changes, but for waits of scans.
///
/// Throws std::invalid_argument where the traces have no call of MPI. machine: whose costs modelNs
/// and countNs have.
TraceAnalysis analysisOf(MpiTrace& run, const MachineModel& machine, bool shared);

/// Adds serialization and transfer to the table of efficiencyTable(): of the run, and of the phases
/// and regions that the trace has.
void addReplay(ReportTable& efficiency, const TraceAnalysis& trace);

/// Waits, delay costs and the critical path as tables, with the share of the run time of all ranks
/// or, of the critical path, of its length.
std::vector<ReportTable> traceTables(const TraceAnalysis& trace);

}  // namespace gantry::perf
