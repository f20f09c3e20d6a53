#pragma once

namespace gantry::tools {

/// The exit status of the program; docs/guide/command-line.md describes them.
enum ExitStatus : int {
    kDone = 0,
    kFailed = 1,
    kWrongUsage = 2,
    kDamagedFile = 4,
};

}  // namespace gantry::tools
