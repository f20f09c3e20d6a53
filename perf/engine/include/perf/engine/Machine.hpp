#pragma once

#include <perf/model/Profile.hpp>

#include <string>

namespace gantry::perf {

/// Facts about this machine, read from the system; what cannot be read stays empty. Never throws
/// for lack of a fact. Takes about a millisecond. From uname, /etc/os-release, /proc/cpuinfo and
/// /sys; cores counts the processors that are online.
Machine readMachine();

/// Of the running system, another one after each start of it; empty where the system has none. A
/// UUID: with it a moment of CLOCK_MONOTONIC, or a process id, is distinguished from one before a
/// restart.
std::string readBootId();

}  // namespace gantry::perf
