#pragma once

#include <perf/segment/Capture.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/StoreView.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace gantry::perf {

/// What was read of calls while these ran, so that a later reading is never less. A thread
/// that reads its clock at a stop and is descheduled before it writes the end of the call down is
/// seen running until then; what it writes at last is less than what was read meanwhile. Such a
/// call path keeps the largest value that was delivered until its own exceeds that.
///
/// Belongs to a reader; nothing is written into the segment, and the threads that measure know
/// nothing of it. Remembers only call paths that ran when they were read and have not overtaken
/// what was read. Estimates of calls that were not timed are left alone: they may step back
/// by their bound. Who reads holds the mutex meanwhile.
class LiveFloors final {
public:
    /// Held from begin() to the last apply() of a reading, so that two readings at a time do not
    /// mix.
    std::mutex& mutex() noexcept { return mutex_; }

    /// The segment that is read now: forgets what belongs to another one, as after a fork.
    void begin(SegmentBytes segment) noexcept;

    /// Raises the sums of a row that was read to what was read of its node before, and notes them
    /// where the node runs. Without memory for a note nothing is noted. Costs one test where
    /// nothing runs and nothing is remembered.
    void apply(const NodeRecord& node, std::uint64_t* row, std::size_t metrics) noexcept {
        if (!floors_.empty() || (row[ThreadCapture::kVersion] & 1U) != 0) {
            raise(node, row, metrics);
        }
    }

private:
    /// The rare part of apply(): what was read before counts where the new sum is less, as signed
    /// numbers.
    void raise(const NodeRecord& node, std::uint64_t* row, std::size_t metrics) noexcept;

    std::mutex mutex_;
    const std::byte* base_ = nullptr;
    std::uint64_t segment_ = 0;  // told apart by when and by whom it was made
    std::unordered_map<std::size_t, std::vector<std::uint64_t>> floors_;  // by place in the segment
};

}  // namespace gantry::perf
