#include <perf/segment/CpuClock.hpp>

#include <sys/syscall.h>
#include <unistd.h>

namespace gantry::perf {

namespace {

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;

std::uint64_t nsOf(const timespec& time) noexcept {
    return static_cast<std::uint64_t>(time.tv_sec) * kNsPerSecond +
           static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

pid_t currentThread() noexcept {
    return static_cast<pid_t>(::syscall(SYS_gettid));
}

std::uint64_t clockNs(clockid_t clock) noexcept {
    timespec time{};
    return ::clock_gettime(clock, &time) == 0 ? nsOf(time) : 0;
}

bool threadCpuNs(pid_t thread, std::uint64_t& ns) noexcept {
    // The kernel's number for "scheduler clock of that thread". Asking through a pthread_t would be
    // undefined for a thread that is over; this fails cleanly.
    constexpr unsigned kSchedulerClockOfThread = 6;
    const auto clock =
        static_cast<clockid_t>((~static_cast<unsigned>(thread) << 3U) | kSchedulerClockOfThread);
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) {
        return false;
    }
    ns = nsOf(time);
    return true;
}

}  // namespace gantry::perf
