#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

namespace gantry::mpi {

/// What a request will move when it is completed, or each time it is started.
struct PendingRequest {
    bool receives = false;
    bool persistent = false;  ///< stays a request after its completion
    MPI_Comm comm{};
    int to = -1;              ///< rank of the communicator that is sent to
    int tag = 0;              ///< of a send
    std::uint64_t order = 0;  ///< of a receive among those posted, in a traced run
    std::int64_t bytes = 0;   ///< of a send
};

/// The requests on their way whose completion or start has to be counted: receives, whose bytes are
/// known only then, and persistent sends. A fixed table without locks, because requests are made
/// and completed by any thread; a request that finds no place is counted as lost.
class PendingRequests final {
public:
    /// Whether several threads may call the methods at once; until this is called, they may. Called
    /// before there is any request.
    void begin(bool concurrent) noexcept { concurrent_ = concurrent; }
    [[nodiscard]] bool isConcurrent() const noexcept { return concurrent_; }

    /// key: of the request's handle, not 0. Replaces what the handle meant before.
    void add(std::uintptr_t key, const PendingRequest& request) noexcept;

    /// What is known of the request; nothing of one that moves nothing to be counted.
    [[nodiscard]] std::optional<PendingRequest> find(std::uintptr_t key) const noexcept;

    /// The same where it ends for good, unless it is persistent.
    std::optional<PendingRequest> take(std::uintptr_t key) noexcept;

    /// The request has ended for good.
    void remove(std::uintptr_t key) noexcept;

    /// Requests that found no place since the beginning.
    [[nodiscard]] std::uint64_t lost() const noexcept {
        return lost_.load(std::memory_order_relaxed);
    }

private:
    static constexpr std::size_t kSlots = 16'384;  // a power of two
    static constexpr std::size_t kWindow = 16;     // slots in which a key may stand

    static std::size_t placeOf(std::uintptr_t key) noexcept;
    /// Behind all slots where the key does not stand.
    [[nodiscard]] std::size_t slotOf(std::uintptr_t key) const noexcept;

    // Keys apart from what they stand for, so that a whole window is in two or three cache lines.
    // The last window does not wrap. A slot belongs to who put its key there: MPI lets one thread
    // at a time use a request.
    std::array<std::atomic<std::uintptr_t>, kSlots + kWindow> keys_{};
    std::array<PendingRequest, kSlots + kWindow> requests_{};
    std::atomic<std::uint64_t> lost_{0};
    bool concurrent_ = true;

    bool takeSlot(std::size_t slot, std::uintptr_t key) noexcept;
};

/// Those of this process.
inline constinit PendingRequests pending;

}  // namespace gantry::mpi
