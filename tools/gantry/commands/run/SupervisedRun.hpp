#pragma once

#include <run/ApplicationRun.hpp>

#include "Command.hpp"

namespace gantry::tools {

/// `gantry run` with those words, but for --supervise, in a process of its own. Where that does not
/// come to its end, what it measured is written to the files that it would have written, and
/// standard error says which. Returns its exit status; 128 + N where signal N ended it.
int runSupervised(const Words& words, const RunOptions& options);

}  // namespace gantry::tools
