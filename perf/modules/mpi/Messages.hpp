#pragma once

#include <gantry.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "Communicators.hpp"

namespace gantry::mpi {

/// By what kind of call bytes went from one rank to another.
enum class Transfer : std::uint8_t { Message, Collective, OneSided, Received };

/// The bytes that went from and to this rank: an event "MPI message A -> B, 1024+ B, COMMUNICATOR"
/// for each kind, pair of ranks in MPI_COMM_WORLD, communicator and size to a power of two that
/// occurred, so that what never happens costs nothing. Sums over these events are the matrix of
/// ranks, the values of each communicator, and the histogram of sizes. Any thread may use it.
class Messages final {
public:
    /// The run is traced, whatever the environment says. To be called before begin().
    void requireTrace() noexcept { required_.store(true, std::memory_order_release); }
    /// rank: this one's in MPI_COMM_WORLD. Called once, before anything is counted.
    void begin(int rank) noexcept;

    /// Whether every event is kept one by one: then details come after it.
    [[nodiscard]] bool traced() const noexcept { return traced_.load(std::memory_order_acquire); }

    /// to: a place in the communicator; one outside of the world, or too large, counts as "others".
    /// The first of its kind takes a mutex and memory; later ones look into a table.
    void sent(Transfer kind, const Communicator& communicator, int to,
              std::int64_t bytes) noexcept {
        add({kind, false, communicator.worldRank(to)}, communicator, bytes);
    }

    /// A message to such a place. In a traced run its tag comes after it.
    void sent(const Communicator& communicator, int to, int tag, std::int64_t bytes) noexcept {
        sent(Transfer::Message, communicator, to, bytes);
        if (traced()) {
            gantry_trigger(tag_, tag);
        }
    }

    /// The bytes came from there, which does not count them itself.
    void fetched(const Communicator& communicator, int from, std::int64_t bytes) noexcept {
        add({Transfer::OneSided, true, communicator.worldRank(from)}, communicator, bytes);
    }

    /// To more ranks than are kept one by one.
    void sentToOthers(Transfer kind, const Communicator& communicator,
                      std::int64_t bytes) noexcept {
        add({kind, false, -1}, communicator, bytes);
    }

    /// One collective call, to which this rank handed in so many bytes and which took so long.
    void collective(Communicator& communicator, std::int64_t bytes, std::int64_t ns) noexcept;

    /// In a traced run: the root of the collective call that was noted last by this thread, as a
    /// rank in MPI_COMM_WORLD.
    void root(int rank) noexcept { gantry_trigger(root_, rank); }

    /// Whether the trace has the CPU time of a thread between its calls: where the metric cpu is
    /// measured, too.
    [[nodiscard]] bool timesCpu() const noexcept {
        return timesCpu_.load(std::memory_order_acquire);
    }
    /// The CPU time of this thread since the call before, in ns.
    void cpuBefore(std::int64_t ns) noexcept {
        gantry_trigger(cpuBefore_, static_cast<double>(ns));
    }

    /// In a traced run: a message came. order: of the receive among those that were posted.
    void received(const Communicator& communicator, int from, int tag, std::int64_t bytes,
                  std::uint64_t order) noexcept;
    /// The order of the next receive that is posted; 0 where the run is not traced.
    std::uint64_t nextOrder() noexcept {
        return traced() ? order_.fetch_add(1, std::memory_order_relaxed) : 0;
    }

private:
    static constexpr std::size_t kSlots = 32'768;  // a power of two
    static constexpr std::size_t kWindow = 16;     // slots in which a key may stand
    static constexpr int kMost = 4096;

    struct Way {
        Transfer kind;
        bool back;
        int partner;
    };
    struct Slot {
        std::atomic<std::uint64_t> key{0};
        gantry_event_t event{nullptr, 0};
    };

    void add(Way way, const Communicator& communicator, std::int64_t bytes) noexcept;
    // Null for a key that was not put in yet.
    [[nodiscard]] const Slot* slotOf(std::uint64_t key) const noexcept;
    const Slot& put(std::uint64_t key, const std::string& name) noexcept;
    // One event "BEGINNING, COMMUNICATOR" of collective calls.
    void addOf(std::uint64_t kind, const char* beginning, const Communicator& communicator,
               double value) noexcept;
    std::string nameOf(Way way, const Communicator& communicator, std::int64_t bytes) const;

    // The metrics are known once there is an engine, which may be later than begin().
    void noteCpu() noexcept;

    std::atomic<int> rank_{0};
    std::atomic<bool> required_{false};
    bool cpuIsKnown_ = false;  // under registering_
    std::atomic<bool> traced_{false};
    std::atomic<bool> timesCpu_{false};
    std::atomic<std::uint64_t> order_{0};
    // Written before `traced_`, read only after.
    gantry_event_t tag_{nullptr, 0};
    gantry_event_t posted_{nullptr, 0};
    gantry_event_t instance_{nullptr, 0};
    gantry_event_t root_{nullptr, 0};
    gantry_event_t cpuBefore_{nullptr, 0};
    std::mutex registering_;
    std::array<Slot, kSlots> slots_{};
    Slot rest_{};  // for what found no place
};

/// Those of this process.
inline constinit Messages messages;

}  // namespace gantry::mpi
