#pragma once

#include <gantry.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace gantry::mpi {

/// The bytes this rank sent to each other one: an event "MPI bytes A -> B" for each rank B that a
/// message went to, so that ranks that never talk cost nothing. Number and sum of the event's
/// values are one field of the matrix of messages and of bytes. Any thread may use it.
class Partners final {
public:
    /// rank: this one's in MPI_COMM_WORLD. Called once, before add().
    void begin(int rank) noexcept { rank_.store(rank, std::memory_order_release); }

    /// One message. to: a rank in MPI_COMM_WORLD; one that is negative or does not fit counts as
    /// "MPI bytes A -> others". The first message to a rank takes a mutex and memory.
    void add(int to, std::int64_t bytes) noexcept;

private:
    static constexpr int kMost = 4096;

    struct Partner {
        std::atomic<bool> registered{false};
        gantry_event_t event{nullptr, 0};
    };

    void registerEvent(Partner& partner, int to) noexcept;

    std::atomic<int> rank_{0};
    std::mutex registering_;
    std::array<Partner, kMost + 1> partners_{};  // the last: all others
};

}  // namespace gantry::mpi
