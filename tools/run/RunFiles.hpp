#pragma once

#include <exception>
#include <string>

#include "ApplicationRun.hpp"

namespace gantry::tools {

/// Adds to what went wrong, which is said one after the other, and makes the run a failed one.
void addError(RunOutcome& outcome, const std::string& error);

/// Does what may fail: a file that cannot be written takes nothing away from the report.
template <class Write>
void tryToWrite(RunOutcome& outcome, Write write) {
    try {
        write();
    } catch (const std::exception& error) {
        addError(outcome, error.what());
    }
}

/// Writes the archive and the profile of a run as far as they were asked for, with the trace and
/// the source files, which it adds to the outcome. Components are still loaded. What goes wrong is
/// an error of the outcome.
void writeFilesOf(RunOutcome& outcome, const RunOptions& options);

}  // namespace gantry::tools
