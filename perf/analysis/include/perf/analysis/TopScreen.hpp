#pragma once

#include <perf/analysis/ThreadActivity.hpp>
#include <perf/analysis/TopView.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gantry::perf {

/// What stands around the lines of a program that runs.
struct TopFrame {
    std::string name;      ///< of the program, such as "process 4711"
    std::string keys;      ///< what a person may press; empty: nothing is said
    std::size_t rows = 0;  ///< lines that the window has; 0: there is none
};

/// A screen of a program that runs: what it is, how far its values can be relied on, what its
/// threads do, and where its time goes. Of a window it fills the rows; without one, all lines are
/// shown. before: as for topLines(). Not made printable.
///
///     std::cout << topScreen(now, nullptr, source.threads(now), {source.name()}, {});
std::string topScreen(const Profile& now, const Profile* before,
                      const std::vector<ThreadActivity>& threads, const TopFrame& frame,
                      TopOptions options);

}  // namespace gantry::perf
