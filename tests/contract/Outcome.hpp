#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace contract {

/// What became of the test cases of this run.
struct Outcome {
    int casesRun = -1;   ///< below zero where none was meant to run
    int notWritten = 0;  ///< failed, and met a method that has no body yet
    int failed = 0;      ///< failed for any other reason
    /// The suites that there are, where they were only listed.
    std::vector<std::string> suites{};
};

/// Whether a note is that of a method without a body, as gantry::ComponentWith and its like in
/// other languages say it; an exception that crossed languages has kept nothing but its text.
bool saysNotWritten(std::string_view note);

/// Filled in while the run goes on; read it when the run is over.
const Outcome& outcome();

}  // namespace contract
