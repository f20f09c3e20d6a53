#pragma once

#include <cstddef>
#include <cstdint>

namespace gantry::memory {

/// What one thread counted and has not added to the records yet. On each call of the program's
/// malloc: no lock, no atomic operation, no allocation.
struct ThreadCounts {
    std::int64_t allocatedBlocks = 0;
    std::int64_t allocatedBytes = 0;
    std::int64_t freedBlocks = 0;
    std::int64_t freedBytes = 0;
    std::int64_t untilSample = 0;  ///< bytes that the thread may allocate before the next sample
    std::uint32_t calls = 0;       ///< since they were added
    bool inside = false;           ///< the module itself allocates, or takes a stack
    bool isKnown = false;          ///< its end is waited for
    bool hasBegun = false;         ///< untilSample has a value
};

/// Whether calls are counted: from the module's constructor to its destructor.
[[nodiscard]] bool counts() noexcept;

/// Those of the calling thread.
ThreadCounts& ofThread() noexcept;

/// A block of that size was given to the program.
void countAllocated(void* block, std::size_t usable) noexcept;
/// A block of that size will be given back.
void countFreed(void* block, std::size_t usable) noexcept;
void countFailure() noexcept;

}  // namespace gantry::memory
