#include <perf/engine/detail/TraceWriter.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <ctime>

namespace gantry::perf {

namespace {

constexpr std::size_t kPage = 4096;
// Between two looks at the limit: long enough for the drainer to get the processor.
constexpr std::int64_t kNapNs = 50'000;

std::int64_t nowNs() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// What was asked for, or less where the segment has no room for it beside the records of the
// profile and the rings of other threads.
std::size_t ringBytes(const Segment& segment, const TraceOptions& options) noexcept {
    const SegmentHeader& header = segment.header();
    const std::uint64_t used = loadRelaxed(header.usedBytes);
    const std::uint64_t free = header.limitBytes > used ? header.limitBytes - used : 0;
    return std::bit_floor(std::min<std::uint64_t>(options.ringBytes, free / 4 * 3));
}

}  // namespace

// The counters may use the memory that is kept, the records may not: a trace must not take it from
// the profile.
TraceRing* TraceWriter::begin(Segment& segment, const TraceOptions& options) noexcept {
    auto* const ring = static_cast<TraceRing*>(segment.allocate(sizeof(TraceRing), true));
    if (ring == nullptr) {
        return nullptr;
    }
    const std::size_t bytes = ringBytes(segment, options);
    auto* const memory =
        bytes < kLeastRing ? nullptr : static_cast<std::byte*>(segment.allocate(bytes));
    ring->mode = static_cast<std::uint32_t>(options.mode);
    if (memory != nullptr) {
        // So that the first lap costs the thread no more than the next ones.
        for (std::size_t at = 0; at < bytes; at += kPage) {
            storeRelease(reinterpret_cast<std::uint64_t&>(memory[at]), std::uint64_t{0});
        }
        const std::size_t capacity = bytes / sizeof(TraceRecord);
        ring->records = segment.placeOf(memory);
        ring->capacityLog2 = static_cast<std::uint32_t>(std::countr_zero(capacity));
        ring->limit = options.mode == TraceMode::Drain ? capacity : kNoLimit;
        if (options.mode == TraceMode::Drain && options.waits) {
            patienceNs_ = std::chrono::nanoseconds(options.patience).count();
        }
        records_ = reinterpret_cast<TraceRecord*>(memory);
        mask_ = capacity - 1;
    }
    ring_ = ring;
    return ring;
}

std::uint64_t TraceWriter::room() const noexcept {
    const std::uint64_t limit = loadAcquire(ring_->limit);
    return limit > head_ ? limit - head_ : 0;
}

// The only place of the engine where a thread waits, and only as the user asked for it. It may be
// in a signal handler or between a system call and the program's look at errno: clock_nanosleep()
// is allowed in handlers and leaves errno alone.
std::uint64_t TraceWriter::waitForRoom(std::uint64_t wanted) noexcept {
    const std::uint64_t limit = loadAcquire(ring_->limit);
    if (limit == deadLimit_) {
        return room();
    }
    const std::int64_t begin = nowNs();
    const timespec nap{0, kNapNs};
    while (room() < wanted && nowNs() - begin < patienceNs_) {
        ::clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, nullptr);
    }
    const auto waited = static_cast<std::uint64_t>(nowNs() - begin);
    storeRelease(ring_->waitedNs, loadRelaxed(ring_->waitedNs) + waited);
    deadLimit_ = room() < wanted ? limit : kNoLimit;
    return room();
}

bool TraceWriter::makeRoom(std::uint64_t wanted, std::uint64_t time) noexcept {
    if (!on()) {
        return false;
    }
    const std::uint64_t needed = wanted + (lost_ > 0 ? 1 : 0);
    std::uint64_t free = room();
    if (free < needed && patienceNs_ > 0) {
        free = waitForRoom(needed);
    }
    if (free < needed) {
        firstLost_ = lost_ == 0 ? time : firstLost_;
        lost_ += wanted;
        storeRelease(ring_->lost, loadRelaxed(ring_->lost) + wanted);
        end_ = head_;
        return false;
    }
    // No further, so that a limit that is drawn nearer is seen in time.
    end_ = head_ + std::min(free, (mask_ + 1) / 8);
    if (lost_ > 0) {
        write(TraceKind::Lost, static_cast<std::uint32_t>(std::min<std::uint64_t>(lost_, ~0U)),
              firstLost_);
        lost_ = 0;
    }
    return true;
}

void TraceWriter::putBehindEnd(TraceKind kind, std::uint32_t id, std::uint64_t time) noexcept {
    if (makeRoom(1, time)) {
        write(kind, id, time);
    }
}

void TraceWriter::putEvent(std::uint32_t event, std::uint64_t time, double value) noexcept {
    if (end_ - head_ < 2 && !makeRoom(2, time)) {
        return;
    }
    write(TraceKind::Event, event, time);
    write(TraceKind::Value, event, std::bit_cast<std::uint64_t>(value));
}

// In the ring itself, so that starts and stops have nothing more to write. The record of a value
// has none, but that of its event before it. Both are still there: only this thread writes.
std::uint64_t TraceWriter::lastTime() const noexcept {
    if (head_ == 0) {
        return 0;
    }
    const TraceRecord& last = records_[(head_ - 1) & mask_];
    return last.kind() == TraceKind::Value ? records_[(head_ - 2) & mask_].time : last.time;
}

// Not where a limit is set already: a second trigger must not move the moment that is kept.
void TraceWriter::freezeSoon() noexcept {
    if (loadRelaxed(ring_->limit) == kNoLimit) {
        storeRelease(ring_->limit, head_ + (mask_ + 1) / 2);
    }
}

}  // namespace gantry::perf
