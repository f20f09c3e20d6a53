#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gantry::perf {

/// What all processes of one program did together, for a list of them.
struct ChildProgram {
    std::string name;  ///< of the program, without its folder
    std::uint64_t processes = 0;
    std::int64_t cpuNs = 0;   ///< processor time of their threads
    std::int64_t timeNs = 0;  ///< how long they were measured, added up
};

/// Adds up the profiles of many short processes by their programs, so that ten thousand of them
/// take the memory of a few. All threads of one program become one thread, whose call paths are
/// united; `main` gets the program as its type, so that call paths of different programs stay
/// apart. Values are sums, events are merged, and the records of modules are reduced by name. For
/// one thread.
///
///     ChildPrograms children;
///     children.add(profile);      // of each process that has ended
///     children.moveTo(whole);     // at the end, once
class ChildPrograms final {
public:
    /// A profile of one process, and when its measurement began, by the system clock. Profiles with
    /// other metrics than the first one count as processes only, and problem() says so.
    void add(const Profile& profile, std::int64_t createdNs);

    /// One for each program, the one of most processor time first.
    [[nodiscard]] std::vector<ChildProgram> programs() const;
    /// All that were added, also those with other metrics.
    [[nodiscard]] std::uint64_t processes() const noexcept;
    /// What could not be added, in words; empty where nothing is missing.
    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

    /// Adds the threads, timers, events and records to a profile with the same metrics, whose
    /// measurement began then; only programs() and processes() are left. What has other metrics is
    /// left out, and problem() says so.
    void moveTo(Profile& profile, std::int64_t createdNs);

private:
    struct Program {
        ChildProgram sums;
        std::size_t thread = 0;                                      ///< place in sum_.threads
        std::unordered_map<std::uint64_t, std::int32_t> children{};  ///< nodes by parent and timer
    };

    Program& programOf(const Profile& profile);
    std::uint32_t timerOf(const TimerInfo& timer, const Profile& from, const std::string& program);
    void addThread(const Profile& from, const ThreadProfile& thread, Program& program);
    void addEvents(const Profile& from);
    void addMisuse(const Profile& from);
    void addRecords(const Profile& from, std::int64_t createdNs);

    std::map<std::string, Program> programs_;
    std::unordered_map<std::string, std::uint32_t> timers_;
    std::map<std::pair<std::string, std::string>, std::size_t> events_;  ///< by name and path
    Profile sum_;
    std::size_t unreduced_ = 0;  ///< records added since records of one name became one
    std::string problem_;
};

}  // namespace gantry::perf
