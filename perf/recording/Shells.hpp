#pragma once

#include <perf/segment/SegmentFile.hpp>

#include <string>

namespace gantry::perf {

/// The program of a command line, without its folder and arguments.
std::string programOf(const std::string& command);

/// Whether the process is a shell, by its command line: a login shell too, a script by its
/// interpreter.
bool isShell(const SegmentInfo& info);

}  // namespace gantry::perf
