#include "ThreadCalls.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

namespace performance::multiplexer {

// Each backend sees calls that are properly nested: those that are left close the innermost call
// first, those that are new open the outermost first. Backends in both routes notice nothing. The
// time of an open call is thus shared between the former and the new backend, and none is lost.
void ThreadCalls::carryOver(const Route& next) noexcept {
    const std::size_t depth = depth_.load(std::memory_order_relaxed);
    for (const auto& backend : route_->backends) {
        for (std::size_t i = depth; i-- > 0 && !next.has(*backend);) {
            backend->stop(*open(i));
        }
    }
    for (const auto& backend : next.backends) {
        for (std::size_t i = 0; i < depth && !route_->has(*backend); ++i) {
            backend->start(*open(i));
            backend->countCarriedOver();
        }
    }
}

// Calls that do not fit are only counted. While there are some, every start and stop changes the
// count alone, so that the stop of such a call does not close one that was stored.
void ThreadCalls::pushSlowly(TimerRecord& record) noexcept {
    if (overflow_ > 0 || !grow()) {
        ++overflow_;
        return;
    }
    push(record);
}

// The record is not the innermost: what was opened inside it and never stopped ends with it. One
// that is not open at all changes nothing.
void ThreadCalls::popSlowly(const TimerRecord& record) noexcept {
    if (overflow_ > 0) {
        --overflow_;
        return;
    }
    for (std::size_t i = depth_.load(std::memory_order_relaxed); i-- > 0;) {
        if (open(i) == &record) {
            depth_.store(i, std::memory_order_release);
            return;
        }
    }
}

bool ThreadCalls::grow() noexcept {
    const std::size_t larger = std::max(kFirst, capacity_ * 2);
    if (larger > kMost) {
        return false;
    }
    std::unique_ptr<Entry[]> entries(new (std::nothrow) Entry[larger]);
    if (!entries) {
        return false;
    }
    for (std::size_t i = 0; i < capacity_; ++i) {
        entries[i].store(open(i), std::memory_order_relaxed);
    }
    // Only this thread changes the array, so it reads it without the lock. The lock keeps has(),
    // which other threads call, away from an array that is about to be freed.
    const std::lock_guard lock(growing_);
    open_.swap(entries);
    capacity_ = larger;
    return true;
}

void ThreadCalls::beginRecord(const std::string& name) noexcept {
    try {
        records_.emplace_back(name, route_);
    } catch (const std::bad_alloc&) {
        return;
    }
}

std::shared_ptr<const Route> ThreadCalls::endRecord(const std::string& name) noexcept {
    const auto last = std::find_if(records_.rbegin(), records_.rend(),
                                   [&](const auto& open) { return open.first == name; });
    if (last == records_.rend()) {
        return nullptr;
    }
    std::shared_ptr<const Route> began = std::move(last->second);
    // What was open inside it never ends.
    records_.erase(std::next(last).base(), records_.end());
    return began;
}

bool ThreadCalls::has(const TimerRecord& record) const noexcept {
    const std::lock_guard lock(growing_);
    const std::size_t depth = depth_.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < depth; ++i) {
        if (open(i) == &record) {
            return true;
        }
    }
    return false;
}

}  // namespace performance::multiplexer
