#pragma once

#include <perf/analysis/ThreadActivity.hpp>
#include <perf/model/Profile.hpp>

#include <memory>
#include <string>
#include <vector>

namespace gantry::perf {

/// Where a program that runs is read from, by those who show it live. For one thread.
class LiveSource {
public:
    LiveSource() = default;
    virtual ~LiveSource() = default;
    LiveSource(const LiveSource&) = delete;
    LiveSource& operator=(const LiveSource&) = delete;

    /// By which people know the program, such as "process 4711".
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// Everything measured up to now. Throws std::runtime_error where it cannot be read. The
    /// program goes on meanwhile.
    virtual Profile read() = 0;
    /// Whether the program still runs.
    virtual bool isLive() = 0;
    /// What the threads do, as far as that can be seen from here.
    virtual std::vector<ThreadActivity> threads(const Profile& now) = 0;
    /// Whether the measurement overhead of this machine is that of the program.
    [[nodiscard]] virtual bool isLocal() const = 0;
};

/// A process of this machine, or its segment. Throws as chooseSegment() and SegmentFile.
std::unique_ptr<LiveSource> localSource(const std::string& word);

}  // namespace gantry::perf
