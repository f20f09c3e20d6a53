#pragma once

#include <atomic>

namespace gantry::perf {

/// Access to plain words that one thread writes and others read. The records stay plain data, so
/// that they can be in any memory. On x86 each of these is one ordinary move.
///
/// Each is lock-free for words of up to 8 bytes at their natural alignment, which the records keep;
/// so a reader of another process sees a whole word, never half of one; a relaxed load has no order
/// with other words, and serves for the writer's own words and for looking once more whether a word
/// has changed. A word that is written here must not also be accessed plainly by another thread.
template <class Word>
Word loadRelaxed(const Word& word) noexcept {
    return std::atomic_ref<Word>(const_cast<Word&>(word)).load(std::memory_order_relaxed);
}

/// Sees everything that the writer stored before the storeRelease() whose value is returned.
template <class Word>
Word loadAcquire(const Word& word) noexcept {
    return std::atomic_ref<Word>(const_cast<Word&>(word)).load(std::memory_order_acquire);
}

/// Publishes the value together with all that this thread wrote before.
template <class Word>
void storeRelease(Word& word, Word value) noexcept {
    std::atomic_ref<Word>(word).store(value, std::memory_order_release);
}

}  // namespace gantry::perf
