#pragma once

#include <string>

namespace gantry::perf {

/// Names the clock that this process reads: the boot of the running system, and its time namespace
/// where that is not the first one. Processes with equal names share a clock; empty: not known.
/// Takes a few reads of /proc. With GANTRY_TEST_CLOCK the clock is this process's own.
std::string clockIdentity();

}  // namespace gantry::perf
