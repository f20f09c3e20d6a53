#pragma once

#include <numeric/FunctionPort.hpp>

namespace gantry::bench {

/// The type of the function `gantry_bench_opaque_function` of a shared object loaded at run time,
/// as a component is. evaluate of the port it gives returns its argument: the measure of a bare
/// port call. The object is static.
using GetOpaqueFunction = numeric::FunctionPort* (*)();

}  // namespace gantry::bench
