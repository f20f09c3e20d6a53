#pragma once

#include <optional>
#include <string>

namespace gantry::tools {

/// How `gantry top --all` shows a run.
struct RankScreenOptions {
    /// A process of the run, or one that started it; absent: the only run there is.
    std::optional<std::string> process{};
    bool once = false;
    bool json = false;
    double interval = 1;
    std::size_t most = 0;  ///< lines; 0: all
};

/// One line for each process of a run, from outside, until all have ended. Throws
/// std::runtime_error where there is no such run, or which one is meant is not clear.
void showRanks(const RankScreenOptions& options);

}  // namespace gantry::tools
