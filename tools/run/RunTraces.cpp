#include "RunTraces.hpp"

#include <gantry_mpi.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "GatheredProfile.hpp"
#include "RunFiles.hpp"

namespace gantry::tools {

namespace {

namespace fs = std::filesystem;

// What the ranks have of traces; behind it, for each rank, whether it has a file.
enum Sum : std::size_t { Records, Bytes, Lost, kSums };

}  // namespace

void RunTraces::keep(performance::Snapshot* snapshot, RunOutcome& outcome) {
    if (!isWanted_) {
        return;
    }
    const UncountedMpi uncounted;
    // Ranks may have different current folders.
    std::string archive = outcome.archiveFile ? fs::absolute(*outcome.archiveFile).string() : "";
    ranks_.upcalls().broadcast(archive, 0);
    archive_ = archive;
    tryToWrite(outcome, [&] {
        const std::optional<perf::Profile> profile =
            snapshot != nullptr ? profileOf(*snapshot) : std::nullopt;
        if (!profile) {
            throw std::runtime_error("there is no trace: nothing was measured");
        }
        trace_.emplace(*profile);
        if (!archive_.empty()) {
            trace_->writeRings(file());
        }
    });
}

void RunTraces::finish(RunOutcome& outcome) {
    if (!isWanted_) {
        return;
    }
    const UncountedMpi uncounted;
    perf::RunTrace own;
    tryToWrite(outcome, [&] {
        if (trace_) {
            own = trace_->finish(archive_.empty() ? fs::path() : file());
        }
    });
    outcome.notes.insert(outcome.notes.end(), own.notes.begin(), own.notes.end());
    const perf::RunTrace all = sumOf(own);
    if (ranks_.rank() == 0) {
        outcome.trace = all;
    }
}

perf::RunTrace RunTraces::sumOf(const perf::RunTrace& own) const {
    const auto size = static_cast<std::size_t>(ranks_.size());
    std::vector<double> sums(kSums + size);
    sums[Records] = static_cast<double>(own.records);
    sums[Bytes] = static_cast<double>(own.bytes);
    sums[Lost] = static_cast<double>(own.lost);
    const bool isBeside = own.file && !archive_.empty() && *own.file == file().string();
    sums[kSums + static_cast<std::size_t>(ranks_.rank())] = isBeside ? 1 : 0;
    sums = ranks_.upcalls().reduceSum(sidl::array<double>(sums)).toVector();
    perf::RunTrace all;
    all.records = static_cast<std::uint64_t>(sums[Records]);
    all.bytes = static_cast<std::uint64_t>(sums[Bytes]);
    all.lost = static_cast<std::uint64_t>(sums[Lost]);
    for (std::size_t rank = 0; rank < size; ++rank) {
        if (sums[kSums + rank] > 0) {
            all.rankFiles.push_back(
                perf::rankTraceBeside(archive_, static_cast<std::uint32_t>(rank))
                    .filename()
                    .string());
        }
    }
    return all;
}

fs::path RunTraces::file() const {
    return perf::rankTraceBeside(archive_, static_cast<std::uint32_t>(ranks_.rank()));
}

}  // namespace gantry::tools
