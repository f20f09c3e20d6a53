#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// What a handler wanted of a timer (the first two) or an event.
enum class RefusedUse : std::uint8_t { Start, Other, Event };

/// What signal handlers of one thread were refused, until that thread can count it. A handler may
/// interrupt any of the functions, another handler included; nothing is lost.
///
/// Lock-free and free of allocation, as a handler needs it. Six different uses are distinguished;
/// others are counted in two sums.
///
///     refused.note(timer, RefusedUse::Start);    // the handler
///     refused.take([&](std::uint32_t id, bool isEvent, std::uint64_t count) { ... });    // later
class RefusedUses final {
public:
    /// Called by the handler. Any number of handlers, one inside the other. At most six exchanges;
    /// never waits.
    void note(std::uint32_t id, RefusedUse refused) noexcept {
        // Counted apart from the table, so that they are complete where the table is full.
        if (refused == RefusedUse::Start) {
            starts_.fetch_add(1);
        }
        const bool isEvent = refused == RefusedUse::Event;
        // The last bit makes every key differ from 0, which is an empty place.
        const std::uint64_t key = std::uint64_t{id} << 2U | (isEvent ? 2U : 0U) | 1U;
        for (Use& use : uses_) {
            std::uint64_t known = 0;
            if (use.key.compare_exchange_strong(known, key) || known == key) {
                use.count.fetch_add(1);
                return;
            }
        }
        others_[isEvent ? 1 : 0].fetch_add(1);
    }

    /// Hands (id, isEvent, count) of what was noted since the last time to `sink`; 0xffffffff
    /// stands for those beyond the first few different ones. Called by the thread when it leaves
    /// the engine. What a handler notes meanwhile is in this round or in the next. exchange()
    /// leaves no moment in which a handler's note could be lost.
    template <class Sink>
    void take(Sink sink) noexcept {
        for (Use& use : uses_) {
            const std::uint64_t key = use.key.load();
            if (const std::uint64_t count = use.count.exchange(0); count > 0) {
                sink(static_cast<std::uint32_t>(key >> 2U), (key & 2U) != 0, count);
            }
        }
        for (std::size_t event = 0; event < others_.size(); ++event) {
            if (const std::uint64_t count = others_[event].exchange(0); count > 0) {
                sink(0xffffffffU, event != 0, count);
            }
        }
    }

    /// How many of all uses were starts, since the last time. They are among what take() hands out,
    /// too; the thread counts them as calls of "(other)".
    std::uint64_t takeStarts() noexcept { return starts_.exchange(0); }

private:
    // The key stays once it is set. Freeing a key could meet a handler that has just found it.
    struct Use {
        std::atomic<std::uint64_t> key{0};
        std::atomic<std::uint64_t> count{0};
    };

    std::array<Use, 6> uses_;
    std::atomic<std::uint64_t> starts_{0};
    std::array<std::atomic<std::uint64_t>, 2> others_{};
};

}  // namespace gantry::perf
