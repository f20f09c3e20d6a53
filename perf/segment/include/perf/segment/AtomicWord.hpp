#pragma once

#include <atomic>

namespace gantry::perf {

/// Access to plain words that one thread writes and others read. The records stay plain data, so
/// that they can stand in any memory. On x86 each of these is one ordinary move.
template <class Word>
Word loadRelaxed(const Word& word) noexcept {
    return std::atomic_ref<Word>(const_cast<Word&>(word)).load(std::memory_order_relaxed);
}

template <class Word>
Word loadAcquire(const Word& word) noexcept {
    return std::atomic_ref<Word>(const_cast<Word&>(word)).load(std::memory_order_acquire);
}

template <class Word>
void storeRelease(Word& word, Word value) noexcept {
    std::atomic_ref<Word>(word).store(value, std::memory_order_release);
}

}  // namespace gantry::perf
