#pragma once

namespace gantry::perf {

struct Paths {};

}  // namespace gantry::perf
