#pragma once

#include <cstddef>

namespace gantry::kokkos {

/// Kokkos names a kernel without a label by the encoded type of its functor, with "/" and that of a
/// work tag behind it. Writes the decoded type; returns false for a name that is a label.
bool functorName(const char* name, char* text, std::size_t size) noexcept;

}  // namespace gantry::kokkos
