#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <gantry_offer.h>

namespace gantry::capi {

/// An offer that was made, with a number that no other offer of this process has, because another
/// engine may come to the same address.
struct Made {
    const gantry_offer* offer;
    std::uint32_t number;

    /// Whether its engine shows which of its timers and events are on.
    bool showsFlags() const noexcept {
        return offer->size >= offsetof(gantry_offer, follow) + sizeof offer->follow &&
               offer->flags != nullptr && offer->follow != nullptr;
    }
};

/// The offer that a thread uses right now. Pins are kept for later threads and never freed.
struct Pin {
    std::atomic<const Made*> inUse{nullptr};
    /// Whether it was found to count after it stood there; read by this thread and its handlers.
    std::atomic<bool> isSure{false};
    std::atomic<bool> taken{true};
    Pin* next = nullptr;
};

/// Null until the thread has taken one. One of each thread: a start finds its pin by it.
extern constinit thread_local Pin* pinOfThread;

/// The first of all pins of the process.
Pin* firstPin() noexcept;

/// One for the calling thread, until it ends; null where memory is out. Lock-free.
Pin* takePin() noexcept;

/// In a forked child, which has the forking thread alone.
void releasePinsOfOthers() noexcept;

}  // namespace gantry::capi
