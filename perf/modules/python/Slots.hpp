#pragma once

#include <cstdint>

#include "Interpreter.hpp"

namespace gantry::python {

/// So many functions have a slot of their own.
inline constexpr std::uint32_t kSlots = 131072;

/// A few instructions that call `run` with the other arguments, and nothing else. Each slot has an
/// address of its own, which is in the call stack while `run` runs, and by which the sampler knows
/// the function: gantry_python_functions + 8 * number. They are code of this file, with unwind
/// tables, not memory that is written at run time.
using Slot = Object* (*)(ThreadState*, Frame*, int throws, EvalFunction run);

// NOLINTNEXTLINE(readability-identifier-naming): a symbol that the sampler looks for
extern "C" [[gnu::visibility("default")]] const char gantry_python_functions[];

/// number: less than kSlots.
inline Slot slotAt(std::uint32_t number) noexcept {
    constexpr std::uint32_t kBytes = 8;
    return reinterpret_cast<Slot>(const_cast<char*>(gantry_python_functions) +
                                  std::size_t{number} * kBytes);
}

}  // namespace gantry::python
