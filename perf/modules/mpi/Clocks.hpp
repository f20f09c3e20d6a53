#pragma once

/// The clocks of all ranks, compared when MPI has begun and before it ends, where GANTRY_CLOCKS is
/// "compare": a rank that is not measured would never answer, and the program would wait for ever.
/// Without that nothing is sent. Where all ranks read one clock, three collective calls find it
/// out, and that is all. What was found is noted as facts of the profile (docs/formats/clock.md).
namespace gantry::mpi::clocks {

/// Collective over MPI_COMM_WORLD; after library::find(). Does nothing where nothing measures.
void begin(const void* caller) noexcept;

/// Collective, before MPI_Finalize. Only where begin() found several clocks, messages are sent.
void end() noexcept;

}  // namespace gantry::mpi::clocks
