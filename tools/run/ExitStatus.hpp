#pragma once

#include <base/InputError.hpp>

namespace gantry::tools {

/// The exit status of the program; docs/guide/command-line.md describes them.
enum ExitStatus : int {
    kDone = 0,
    kFailed = 1,
    kWrongUsage = 2,
    kRegression = 3,  ///< slower than a baseline, or an expectation is not met
    kDamagedFile = 4,
};

/// The exit status for an input file that cannot be used: kFailed where it cannot be read, else
/// kDamagedFile.
[[nodiscard]] inline ExitStatus exitStatusOf(const base::InputError& error) noexcept {
    return error.kind() == base::InputError::Kind::File ? kFailed : kDamagedFile;
}

}  // namespace gantry::tools
