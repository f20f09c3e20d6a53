#pragma once

#include <perf/engine/MetricGroup.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

/// The counters of one thread. Made, read and destroyed by that thread only; those of a thread that
/// outlives the group are destroyed when the thread ends or uses a further group.
class ThreadCounters {
public:
    virtual ~ThreadCounters() = default;

    /// One value per metric of the group; never less than those of the reading before.
    virtual void read(std::uint64_t* values) noexcept = 0;

    /// The process was forked from the one that made them: what they stand for is still in use
    /// there. Called before the destructor, which must not stop it. Nothing else is called then.
    virtual void abandon() noexcept {}
};

/// A group whose counters only their own thread can read. What a thread read last is kept where
/// others see it, so that a snapshot shows a running call of another thread up to that thread's
/// last start or stop. Costs a few nanoseconds beyond the reading. In a forked child each thread
/// gets counters of its own.
class PerThreadGroup : public MetricGroup {
public:
    explicit PerThreadGroup(std::vector<Metric> metrics);
    ~PerThreadGroup() override;
    PerThreadGroup(const PerThreadGroup&) = delete;
    PerThreadGroup& operator=(const PerThreadGroup&) = delete;

    const std::vector<Metric>& metrics() const noexcept final { return metrics_; }
    void read(std::uint64_t* values) noexcept final;
    bool readFor(pid_t thread, std::uint64_t* values) noexcept final;
    std::uint64_t threadsWithout() const noexcept final;

    /// Destroys what the calling thread still has of groups that are gone. For sources that can
    /// open counters only while the thread has no others.
    static void dropOld() noexcept;

    struct Slot;
    struct Slots;

protected:
    /// The counters of the calling thread, or nullptr where they cannot be had.
    virtual std::unique_ptr<ThreadCounters> makeCounters() noexcept = 0;

private:
    Slot* attachThread() noexcept;

    const std::uint64_t number_;
    const std::vector<Metric> metrics_;
    std::shared_ptr<Slots> slots_;
    void countWithout() noexcept;

    std::atomic<std::uint64_t> without_{0};  // of the process that made so many forks
};

}  // namespace gantry::perf
