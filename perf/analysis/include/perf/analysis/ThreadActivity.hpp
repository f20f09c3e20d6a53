#pragma once

#include <perf/model/Profile.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace gantry::perf {

/// What the system says of one thread.
struct ThreadClock {
    char state = '?';  ///< as in /proc/PID/task/TID/stat: R runs, S sleeps, D waits for a disk
    std::uint64_t runNs = 0;  ///< on a processor since the thread began
    std::uint64_t readyNs =
        0;  ///< able to run, without a processor; 0 where the system counts none
    std::uint64_t startNs = 0;  ///< when the thread began, by CLOCK_BOOTTIME

    friend bool operator==(const ThreadClock&, const ThreadClock&) = default;
};

/// Reads it from a folder such as /proc; nothing for a thread that is not there. The program that
/// the thread belongs to is not disturbed. Two files of /proc: stat and, for exact times,
/// schedstat; without the latter times are in ticks of sysconf(_SC_CLK_TCK).
std::optional<ThreadClock> readThreadClock(const std::filesystem::path& proc, pid_t process,
                                           pid_t thread);

/// How a thread spent the time since the last picture, as parts of it that add up to 1.
struct ThreadActivity {
    std::uint32_t thread = 0;  ///< as ThreadProfile::id
    std::string name;
    std::string state;    ///< in a word
    double busy = 0;      ///< on a processor
    double ready = 0;     ///< able to run, without a processor
    double waiting = 0;   ///< neither
    std::string running;  ///< the innermost timer that runs; empty for none
};

/// The threads of a program as an observer outside sees them. One observer at a time. The first
/// look has nothing to compare with, and is of the whole life of each thread.
///
///     ThreadObserver observer;
///     const auto threads = observer.look(profile, pid, living, clockNs(CLOCK_BOOTTIME));
///     std::cout << threadTable(threads, 10, 80);
class ThreadObserver final {
public:
    /// proc: another folder is for tests.
    explicit ThreadObserver(std::filesystem::path proc = "/proc") : proc_(std::move(proc)) {}

    /// The threads of a program and of its profile that live at that moment by CLOCK_BOOTTIME, the
    /// busiest first: since the last reading those that it had, the others since they began. A
    /// thread that ends between the two readings is left out. living: the threads of the profile
    /// with their system numbers. Reads two files for each of them.
    std::vector<ThreadActivity> look(const Profile& profile, pid_t process,
                                     const std::vector<LivingThread>& living, std::uint64_t nowNs);

private:
    /// The last reading of a thread; its start distinguishes it from a later one with the same
    /// number. atNs: by CLOCK_BOOTTIME, which is the clock that starts of threads are given in.
    struct Seen {
        pid_t thread = 0;
        ThreadClock clock{};
        std::uint64_t atNs = 0;
    };

    std::filesystem::path proc_;
    std::vector<Seen> seen_;
};

/// The threads as a table of at most that many lines of at most that many characters (0: any), and
/// a line that counts the rest.
std::string threadTable(const std::vector<ThreadActivity>& threads, std::size_t most,
                        std::size_t width);

}  // namespace gantry::perf
