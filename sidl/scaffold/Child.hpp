#pragma once

#include <string>
#include <vector>

namespace gantry::scaffold {

/// What a program that was run said.
struct ChildResult {
    int status = 0;  ///< its exit status; 128 and the signal's number where a signal ended it
    std::string output;
    std::string messages;
};

/// Runs a program and waits for its end; words.front() is its path. Its standard input is empty.
/// Throws std::runtime_error naming the program where it cannot be started.
ChildResult runChild(const std::vector<std::string>& words);

}  // namespace gantry::scaffold
