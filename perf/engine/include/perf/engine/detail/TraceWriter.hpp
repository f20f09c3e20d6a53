#pragma once

#include <perf/segment/Segment.hpp>
#include <perf/segment/TraceOptions.hpp>
#include <perf/segment/TraceRing.hpp>

#include <cstdint>

namespace gantry::perf {

/// The writing end of one thread's ring. Off until it has one. Only that thread calls it.
///
/// The thread compares its head with `end_`, which is at most an eighth of the ring away, and looks
/// at the limit in the segment only there: so a freeze from outside takes effect within an eighth
/// of a lap, and a record costs two stores and a test.
///
///     TraceWriter trace;
///     trace.begin(segment, options);
///     trace.put(TraceKind::Start, timer, ticks);
class TraceWriter final {
public:
    /// Makes the ring in the segment. Where there is no memory for its records, all are lost, and
    /// counted; where there is none even for the counters, it stays off and the result is nullptr.
    TraceRing* begin(Segment& segment, const TraceOptions& options) noexcept;

    [[nodiscard]] bool on() const noexcept { return ring_ != nullptr; }

    /// Appends a record where it is on. time: the reading that the profile counts, in ticks of the
    /// first metric. What does not fit is counted as lost.
    void put(TraceKind kind, std::uint32_t id, std::uint64_t time) noexcept {
        if (head_ == end_) [[unlikely]] {
            putBehindEnd(kind, id, time);
            return;
        }
        write(kind, id, time);
    }

    /// Appends an event and its value, or neither. Where there is room for one record only, both
    /// are lost.
    void putEvent(std::uint32_t event, std::uint64_t time, double value) noexcept;

    /// The time of the last record; 0 where there is none.
    [[nodiscard]] std::uint64_t lastTime() const noexcept;

    /// Half a lap more, and the ring stands still until it is released: what was before and after
    /// this moment is then in it. Does nothing while it is frozen already or is drained.
    void freezeSoon() noexcept;

private:
    [[gnu::noinline]] void putBehindEnd(TraceKind kind, std::uint32_t id,
                                        std::uint64_t time) noexcept;
    /// How many records there is room for, up to the limit of now.
    [[nodiscard]] std::uint64_t room() const noexcept;
    /// Waits until there is room for that many, or nobody takes records any more; returns room().
    std::uint64_t waitForRoom(std::uint64_t wanted) noexcept;
    /// Room for that many records, after a Lost record where some were lost before. Moves end_ to
    /// the next eighth, or as far as the limit lets it. False: the records are lost, and counted.
    bool makeRoom(std::uint64_t wanted, std::uint64_t time) noexcept;

    void write(TraceKind kind, std::uint32_t id, std::uint64_t time) noexcept {
        const TraceRecord record = TraceRecord::make(kind, id, time, head_);
        TraceRecord& place = records_[head_ & mask_];
        storeRelease(place.time, record.time);
        storeRelease(place.what, record.what);
        // Behind the record, so that a reader of the head finds it written.
        storeRelease(ring_->head, ++head_);
    }

    TraceRing* ring_ = nullptr;
    // In the segment; null where there was no memory for them, and then there is never room.
    TraceRecord* records_ = nullptr;
    // Capacity - 1.
    std::uint64_t mask_ = 0;
    std::uint64_t head_ = 0;
    std::uint64_t end_ = 0;   // up to here there is room for sure
    std::uint64_t lost_ = 0;  // since the last record
    std::uint64_t firstLost_ = 0;
    std::int64_t patienceNs_ = 0;  // 0: never waits
    // The limit at which the drainer was taken for dead: while the limit stays the same, nobody
    // waits.
    std::uint64_t deadLimit_ = kNoLimit;
};

}  // namespace gantry::perf
