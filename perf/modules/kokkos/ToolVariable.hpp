#pragma once

namespace gantry::kokkos {

/// Kokkos loads its tool by the name in KOKKOS_TOOLS_LIBS, which `gantry exec` sets. Before version
/// 3.7 it knew only KOKKOS_PROFILE_LIBRARY, of which newer versions warn that it is deprecated.
/// Only inside the program is it known which one is there: sets the older variable for an older
/// Kokkos, unless the user has set it. Before the program has other threads.
void setToolVariable() noexcept;

}  // namespace gantry::kokkos
