#pragma once

namespace gantry::kokkos {

/// Kokkos loads its tool by the name in KOKKOS_TOOLS_LIBS, which `gantry exec` sets. Older versions
/// know only KOKKOS_PROFILE_LIBRARY, of which newer ones print that it is deprecated. Only inside
/// the program is it known which one is there: sets the older variable where the library of Kokkos
/// does not contain the name of the newer one, unless the user has named a tool. Before the program
/// has other threads. Reads the constants of that library.
void setToolVariable() noexcept;

}  // namespace gantry::kokkos
