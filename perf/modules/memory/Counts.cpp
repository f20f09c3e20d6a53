#include "Counts.hpp"

#include <gantry.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <pthread.h>

#include "Fields.hpp"
#include "Sites.hpp"

// Of the C library: called with the argument when the thread ends. Takes memory for it.
extern "C" int __cxa_thread_atexit_impl(void (*)(void*), void*, void*);
extern "C" void* __dso_handle;

namespace gantry::memory {

namespace {

constexpr std::uint32_t kCallsTogether = 256;
constexpr std::int64_t kBytesTogether = 65536;
constexpr std::int64_t kUsualInterval = 524288;
constexpr std::uint32_t kUsualSites = 512;

enum class State : std::uint32_t { Off, On, Forked };

constinit std::atomic<State> state{State::Off};
constinit Sites sites;
constinit std::int64_t interval = kUsualInterval;
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadCounts threadCounts;

std::int64_t numberIn(const char* variable, std::int64_t usual, std::int64_t most) noexcept {
    const char* const text = std::getenv(variable);
    const long long number = text != nullptr ? std::strtoll(text, nullptr, 10) : 0;
    return number <= 0 ? usual : std::min<std::int64_t>(number, most);
}

bool takeRegion() noexcept {
    const auto records = static_cast<std::uint32_t>(
                             numberIn("GANTRY_MEMORY_SITES", kUsualSites, Sites::kMostSites)) +
                         2;
    const gantry_module_t module{"memory", "GANTRY_MEMORY_SITES",          kFields, 1, FieldCount,
                                 records,  records * Sites::kNameBytes / 2};
    gantry_region_t region{};
    if (gantry_module_region(&module, &region) == 0) {
        return false;
    }
    sites.use(region);
    return true;
}

void addToRecords(ThreadCounts& counts) noexcept {
    const Record all = sites.record(Sites::kAll);
    all.add(AllocatedBlocks, counts.allocatedBlocks);
    all.add(AllocatedBytes, counts.allocatedBytes);
    all.add(FreedBlocks, counts.freedBlocks);
    all.add(FreedBytes, counts.freedBytes);
    all.live(counts.allocatedBytes - counts.freedBytes);
    counts.allocatedBlocks = counts.allocatedBytes = 0;
    counts.freedBlocks = counts.freedBytes = 0;
    counts.calls = 0;
}

void onThreadEnd(void* data) noexcept {
    auto& counts = *static_cast<ThreadCounts*>(data);
    counts.isKnown = false;
    if (state.load(std::memory_order_relaxed) == State::On) {
        addToRecords(counts);
    }
}

void settle(ThreadCounts& counts) noexcept {
    const std::int64_t change = counts.allocatedBytes - counts.freedBytes;
    if (++counts.calls < kCallsTogether && change < kBytesTogether && change > -kBytesTogether) {
        return;
    }
    if (!counts.isKnown) {
        counts.isKnown = true;
        counts.inside = true;
        (void)::__cxa_thread_atexit_impl(onThreadEnd, &counts, &__dso_handle);
        counts.inside = false;
    }
    addToRecords(counts);
}

void afterFork() noexcept {
    State on = State::On;
    state.compare_exchange_strong(on, State::Forked);
}

// A child's memory is its own from its first call on; its counts go on from those of its parent,
// whose blocks it has as well.
bool resumes() noexcept {
    State forked = State::Forked;
    if (!state.compare_exchange_strong(forked, State::Off)) {
        return false;
    }
    threadCounts.inside = true;
    const bool taken = takeRegion();
    threadCounts.inside = false;
    if (taken) {
        state.store(State::On, std::memory_order_release);
    }
    return taken;
}

// When the libraries that the program needs are there: what they allocate before is not counted,
// and freeing it is.
[[gnu::constructor]] void begin() noexcept {
    if (gantry_measuring() == 0) {
        return;
    }
    interval = numberIn("GANTRY_MEMORY_INTERVAL", kUsualInterval, std::int64_t{1} << 40U);
    threadCounts.inside = true;
    const bool taken = takeRegion();
    if (taken) {
        (void)::pthread_atfork(nullptr, nullptr, afterFork);
    }
    threadCounts.inside = false;
    if (taken) {
        state.store(State::On, std::memory_order_release);
    }
}

[[gnu::destructor]] void end() noexcept {
    if (state.exchange(State::Off) == State::On) {
        addToRecords(threadCounts);
    }
}

}  // namespace

bool counts() noexcept {
    const State now = state.load(std::memory_order_relaxed);
    return now == State::On || (now == State::Forked && resumes());
}

ThreadCounts& ofThread() noexcept {
    return threadCounts;
}

void countAllocated(void* block, std::size_t usable) noexcept {
    ThreadCounts& counts = threadCounts;
    const auto bytes = static_cast<std::int64_t>(usable);
    ++counts.allocatedBlocks;
    counts.allocatedBytes += bytes;
    if (!counts.hasBegun) [[unlikely]] {
        // Anywhere in the interval, or the first block of each thread would stand for too much.
        counts.hasBegun = true;
        const auto seed = reinterpret_cast<std::uintptr_t>(&counts) ^
                          reinterpret_cast<std::uintptr_t>(block) ^
                          static_cast<std::uintptr_t>(::pthread_self());
        counts.untilSample = static_cast<std::int64_t>((seed * 0x9e3779b97f4a7c15U >> 16U) %
                                                       static_cast<std::uintptr_t>(interval));
    }
    counts.untilSample -= bytes;
    if (counts.untilSample < 0) [[unlikely]] {
        // So many intervals have passed, and the block stands for all of them.
        const std::int64_t passed = -counts.untilSample / interval + 1;
        counts.untilSample += passed * interval;
        counts.inside = true;
        sites.note(block, usable, interval == 1 ? bytes : passed * interval);
        counts.inside = false;
    }
    settle(counts);
}

void countFreed(void* block, std::size_t usable) noexcept {
    ThreadCounts& counts = threadCounts;
    ++counts.freedBlocks;
    counts.freedBytes += static_cast<std::int64_t>(usable);
    sites.forget(block);
    settle(counts);
}

void countFailure() noexcept {
    sites.record(Sites::kAll).add(Failures, 1);
}

}  // namespace gantry::memory
