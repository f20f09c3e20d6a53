#pragma once

#include <framework/Ranks.hpp>
#include <perf/ranks/RankClocks.hpp>

#include <chrono>
#include <optional>

namespace gantry::tools {

/// Compares the clocks of the ranks of a run when it begins and ends, and before a `go` where the
/// last time was some seconds ago; what was found becomes facts of the profile. With them it notes
/// which rank of which run this is, so that what a killed one leaves says so. Does nothing in a
/// run of one rank, and next to nothing where the ranks share a clock. Collective.
class RunClocks final {
public:
    explicit RunClocks(const framework::Ranks& ranks) : ranks_(ranks) {}

    /// Before each `go`, when the backend is connected.
    void beforeGo();
    /// Before the profiles are gathered.
    void end();

private:
    void noteRank();
    void read();

    const framework::Ranks& ranks_;
    std::optional<perf::RankClocks> clocks_;
    std::chrono::steady_clock::time_point last_;
};

}  // namespace gantry::tools
