#pragma once

#include <perf/engine/MetricGroup.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

/// The counters of one thread. Made, read and destroyed by that thread only; those of a thread that
/// outlives the group are destroyed when the thread ends or uses a further group. A reading of a
/// thread that has ended is kept by the group, not by this object.
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
///
/// Slots for threads are a list that only grows; a thread that ends leaves its slot to a later one.
/// So a group needs memory for as many threads as run at a time.
///
///     class DiskGroup final : public PerThreadGroup {
///     public:
///         DiskGroup() : PerThreadGroup({{"disk_read", "B", "/proc/self/io"}}) {}
///     protected:
///         std::unique_ptr<ThreadCounters> makeCounters() noexcept override;
///     };
class PerThreadGroup : public MetricGroup {
public:
    /// Throws std::bad_alloc, also where the system cannot be asked to report forks.
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

    /// Used by the source file alone, whose thread-local objects must name them.
    struct Slot;
    struct Slots;

protected:
    /// The counters of the calling thread, or nullptr where they cannot be had. Called on the
    /// thread itself at its first reading, and again where it measures in a forked child. Then the
    /// thread shows zeros and is counted in threadsWithout().
    virtual std::unique_ptr<ThreadCounters> makeCounters() noexcept = 0;

private:
    // The slot of the calling thread with its counters; made at its first reading. Null without
    // memory.
    Slot* attachThread() noexcept;

    const std::uint64_t number_;
    const std::vector<Metric> metrics_;
    // Shared with threads that outlive the group.
    std::shared_ptr<Slots> slots_;
    void countWithout() noexcept;

    std::atomic<std::uint64_t> without_{0};  // of the process that made so many forks
};

}  // namespace gantry::perf
