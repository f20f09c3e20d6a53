#pragma once

#include <atomic>

/// The order between those who show that they use something, and the one who takes it away: who
/// uses it shows that, comes to ofUse(), and looks whether it is still there; who takes it away
/// does that, comes to ofWithdrawal(), and looks who shows a use. Then at least one sees the other.
/// Where the kernel knows membarrier, a use costs no fence: a withdrawal makes one for all threads
/// of the process, which takes some microseconds. Any thread may call everything; nothing throws.
namespace gantry::capi::useFence {

/// Whether ofUse() is a fence for the compiler alone.
extern constinit std::atomic<bool> light;
inline bool isLight() noexcept {
    return light.load(std::memory_order_relaxed);
}

/// Once, before there is anything to use. One system call.
void makeLight() noexcept;

inline void ofUse() noexcept {
    if (isLight()) [[likely]] {
        std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
        std::atomic_thread_fence(std::memory_order_seq_cst);
    }
}

/// May make system calls.
void ofWithdrawal() noexcept;

}  // namespace gantry::capi::useFence
