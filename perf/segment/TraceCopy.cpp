#include <perf/segment/SegmentError.hpp>
#include <perf/segment/TraceCopy.hpp>

#include <algorithm>
#include <string>

namespace gantry::perf {

namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw SegmentError(SegmentError::Kind::Damaged, "the segment is damaged: " + what);
}

const TraceRing* ringOf(SegmentBytes segment, const ThreadRecord& thread) {
    const std::uint64_t place = placeOfRing(segment, thread);
    return place == 0 ? nullptr : reinterpret_cast<const TraceRing*>(segment.data() + place);
}

const TraceRecord* recordsOf(SegmentBytes segment, const TraceRing& ring) {
    const std::uint64_t begin = std::uint64_t{ring.records} * kPlaceUnit;
    if (ring.capacityLog2 > kMostRingLog2 || begin < sizeof(SegmentHeader) ||
        begin > segment.size() || segment.size() - begin < ring.capacity() * sizeof(TraceRecord)) {
        refuse("the records of a trace lie outside of it");
    }
    return reinterpret_cast<const TraceRecord*>(segment.data() + begin);
}

// Checked after the copy, when it is known which records were not overwritten.
void checkRecords(TraceCopy& copy) {
    std::uint64_t number = copy.first;
    std::uint64_t lastTime = 0;
    for (TraceRecord& record : copy.records) {
        if (!record.isWhole(number)) {
            ++copy.damaged;
            record = TraceRecord::make(TraceKind::Lost, 1, lastTime, number);
        } else if (record.kind() != TraceKind::Value) {
            lastTime = record.time;
        }
        ++number;
    }
}

}  // namespace

std::uint64_t placeOfRing(SegmentBytes segment, const ThreadRecord& thread) {
    const std::uint64_t trace = loadAcquire(thread.trace);
    if (trace == 0) {
        return 0;
    }
    if (!checksummedCount::isWhole(trace)) {
        refuse("the place of a trace contradicts its checksum");
    }
    const std::uint64_t place = checksummedCount::numberIn(trace) * kPlaceUnit;
    if (place < sizeof(SegmentHeader) || place > segment.size() ||
        segment.size() - place < sizeof(TraceRing)) {
        refuse("a trace is outside of it");
    }
    return place;
}

TraceCounts countTrace(SegmentBytes segment, const ThreadRecord& thread) {
    const TraceRing* const ring = ringOf(segment, thread);
    if (ring == nullptr) {
        return {};
    }
    return {static_cast<TraceMode>(ring->mode), loadAcquire(ring->head), loadAcquire(ring->lost),
            loadAcquire(ring->waitedNs)};
}

// Nothing is locked: the head is read before and, in a ring that overwrites, again after the copy.
// Records between the two looks may have been overwritten while they were copied, and are dropped.
TraceCopy copyTrace(SegmentBytes segment, const ThreadRecord& thread) {
    TraceCopy copy;
    const TraceRing* const ring = ringOf(segment, thread);
    if (ring == nullptr) {
        return copy;
    }
    copy.mode = static_cast<TraceMode>(ring->mode);
    copy.lost = loadAcquire(ring->lost);
    if (ring->records == 0) {
        return copy;
    }
    const TraceRecord* const records = recordsOf(segment, *ring);
    const std::uint64_t capacity = ring->capacity();
    const std::uint64_t head = loadAcquire(ring->head);
    const std::uint64_t tail = loadAcquire(ring->tail);
    copy.first = std::max(head > capacity ? head - capacity : 0, std::min(tail, head));
    copy.records.resize(head - copy.first);
    for (std::uint64_t number = copy.first; number < head; ++number) {
        const TraceRecord& record = records[number & (capacity - 1)];
        copy.records[number - copy.first] = {loadAcquire(record.time), loadAcquire(record.what)};
    }
    if (copy.mode != TraceMode::Drain) {
        // The writer may have begun the record `after`, over the oldest that the ring can hold.
        const std::uint64_t after = loadRelaxed(ring->head);
        const std::uint64_t oldest = after + 1 > capacity ? after + 1 - capacity : 0;
        const std::uint64_t gone = std::min<std::uint64_t>(
            oldest > copy.first ? oldest - copy.first : 0, copy.records.size());
        copy.records.erase(copy.records.begin(),
                           copy.records.begin() + static_cast<std::ptrdiff_t>(gone));
        copy.first += gone;
    }
    checkRecords(copy);
    return copy;
}

}  // namespace gantry::perf
