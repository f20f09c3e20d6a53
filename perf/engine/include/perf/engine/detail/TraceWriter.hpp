#pragma once

#include <perf/segment/Segment.hpp>
#include <perf/segment/TraceOptions.hpp>
#include <perf/segment/TraceRing.hpp>

#include <cstdint>

namespace gantry::perf {

/// The writing end of one thread's ring. Off until it has one. Only that thread calls it.
class TraceWriter final {
public:
    /// Makes the ring in the segment. Where there is no memory for its records, all are lost, and
    /// counted; where there is none even for the counters, it stays off and the result is nullptr.
    TraceRing* begin(Segment& segment, const TraceOptions& options) noexcept;

    [[nodiscard]] bool on() const noexcept { return ring_ != nullptr; }

    /// Appends a record where it is on.
    void put(TraceKind kind, std::uint32_t id, std::uint64_t time) noexcept {
        if (head_ == end_) [[unlikely]] {
            putBehindEnd(kind, id, time);
            return;
        }
        write(kind, id, time);
    }

    /// Appends an event and its value, or neither.
    void putEvent(std::uint32_t event, std::uint64_t time, double value) noexcept;

    /// Half a lap more, and the ring stands still until it is released: what was before and after
    /// this moment is then in it. Does nothing while it is frozen already or is drained.
    void freezeSoon() noexcept;

private:
    [[gnu::noinline]] void putBehindEnd(TraceKind kind, std::uint32_t id,
                                        std::uint64_t time) noexcept;
    bool makeRoom(std::uint64_t wanted, std::uint64_t time) noexcept;

    void write(TraceKind kind, std::uint32_t id, std::uint64_t time) noexcept {
        const TraceRecord record = TraceRecord::make(kind, id, time, head_);
        TraceRecord& place = records_[head_ & mask_];
        storeRelease(place.time, record.time);
        storeRelease(place.what, record.what);
        storeRelease(ring_->head, ++head_);
    }

    TraceRing* ring_ = nullptr;
    TraceRecord* records_ = nullptr;
    std::uint64_t mask_ = 0;
    std::uint64_t head_ = 0;
    std::uint64_t end_ = 0;   // up to here there is room for sure
    std::uint64_t lost_ = 0;  // since the last record
    std::uint64_t firstLost_ = 0;
};

}  // namespace gantry::perf
