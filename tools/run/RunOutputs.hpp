#pragma once

namespace gantry::tools {

struct RunOptions;

/// Makes sure that every file that the run is to write can be written now, before anything runs.
/// Leaves nothing behind. Throws WrongOption.
void checkOutputs(const RunOptions& options);

}  // namespace gantry::tools
