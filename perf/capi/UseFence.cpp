#include "UseFence.hpp"

#include <chrono>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace gantry::capi::useFence {

// Of the whole process.
constinit std::atomic<bool> light{false};

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kMayBeLight = false;  // it does not know of membarrier
#else
constexpr bool kMayBeLight = true;
#endif

bool barrier(int command) noexcept {
    return ::syscall(SYS_membarrier, command, 0U, 0) == 0;
}

}  // namespace

void makeLight() noexcept {
    if (kMayBeLight && barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)) {
        light.store(true);
    }
}

// A program that has forbidden itself the call since has its stores seen by the time any takes.
void ofWithdrawal() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!light.load() || barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
        return;
    }
    (void)barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
    if (!barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace gantry::capi::useFence
