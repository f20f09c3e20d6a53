#pragma once

#include <base/files/Descriptor.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "SampleRecords.hpp"

namespace gantry::perf {

/// The events of the kernel that interrupt what the calling thread starts, and their rings. The
/// constructor is for that thread, everything else for one other thread at a time.
class SampleRings final {
public:
    /// rate: samples for each second of processor time. Throws SamplingError.
    explicit SampleRings(std::uint32_t rate);
    ~SampleRings();
    SampleRings(const SampleRings&) = delete;
    SampleRings& operator=(const SampleRings&) = delete;

    /// Waits until a quarter of a ring is full, or so long; no longer once wake() was called.
    void wait(std::chrono::milliseconds most) const;
    /// Ends a wait that goes on, and those that follow. From any thread.
    void wake() const noexcept;

    /// Takes all records from the rings, and returns those of before this call in the order of
    /// their time: those of different processors follow each other correctly.
    std::vector<RingRecord> take();
    /// The same without a limit, at the end.
    std::vector<RingRecord> takeAll();

    /// Whether samples are also taken while the kernel works for a thread.
    [[nodiscard]] bool withKernel() const noexcept { return withKernel_; }
    /// Records that made no sense. A new kernel may have such.
    [[nodiscard]] std::uint64_t unknown() const noexcept { return unknown_; }

private:
    struct Ring {
        base::Descriptor event;
        std::byte* memory = nullptr;
        std::size_t bytes = 0;  ///< of the records, behind the first page
    };

    bool open(std::uint32_t rate, bool withKernel);
    void map(Ring& ring) const;
    void read(Ring& ring);
    std::vector<RingRecord> takeBefore(std::uint64_t endNs);

    std::vector<Ring> rings_;
    base::Descriptor ended_;  ///< an event that is raised by wake()
    std::vector<RingRecord> waiting_;
    bool withKernel_ = false;
    std::uint64_t unknown_ = 0;
    std::size_t page_ = 0;
};

}  // namespace gantry::perf
