#pragma once

#include <atomic>

/// The clocks of all ranks, compared when MPI has begun, before it ends, and every ten seconds in
/// between, where GANTRY_CLOCKS is "compare", or "compare:SECONDS": a rank that is not measured
/// would never answer, and the program would wait for ever. Without that nothing is sent. Where all
/// ranks read one clock, three collective calls find it out, and that is all. What was found is
/// noted as facts of the profile (docs/formats/clock.md).
namespace gantry::mpi::clocks {

/// Collective over MPI_COMM_WORLD; after library::find(). Does nothing where nothing measures.
void begin(const void* caller) noexcept;

/// Whether meet() has anything to do.
inline constinit std::atomic<bool> several{false};

/// All ranks are at the same point: they have made equally many blocking collective calls of
/// MPI_COMM_WORLD. Compares the clocks again where it is time to; mostly only counts.
void meet() noexcept;

/// Collective, before MPI_Finalize. Only where begin() found several clocks, messages are sent.
void end() noexcept;

}  // namespace gantry::mpi::clocks
