#pragma once

#include <functional>
#include <string>

namespace gantry::perf {

/// Takes what is to be said beside a result, such as what is missing in it: one sentence without a
/// line feed, at the time when it becomes known. May be called any number of times; must not throw.
using Notes = std::function<void(const std::string& note)>;

}  // namespace gantry::perf
