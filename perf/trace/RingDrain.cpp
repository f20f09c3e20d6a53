#include <perf/segment/StoreView.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/RingDrain.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFacts.hpp>
#include <perf/trace/TraceOperations.hpp>

#include <algorithm>

#include "TraceRecords.hpp"

namespace gantry::perf {

namespace {

// Small chunks need more bytes for each record, but a killed program should leave its latest
// records in the file.
constexpr auto kLongest = std::chrono::seconds(1);
constexpr std::uint64_t kWorthTaking = 1U << 14U;
// Small enough for the writer to get free room soon.
constexpr std::size_t kRun = std::size_t{1} << 14U;

const SegmentHeader& headerOf(std::span<std::byte> segment) {
    return *reinterpret_cast<const SegmentHeader*>(segment.data());
}

const StoreHeader& storeOf(std::span<std::byte> segment, Table table) {
    return headerOf(segment).tables[static_cast<std::size_t>(table)];
}

StoreView threadsOf(std::span<std::byte> segment) {
    return {segment, storeOf(segment, Table::Threads), sizeof(ThreadRecord)};
}

// The time at that record; of a value, which has none, that of the record before it.
std::uint64_t timeBefore(const std::vector<TraceRecord>& records, std::size_t at) {
    while (at > 0 && records[at].kind() == TraceKind::Value) {
        --at;
    }
    return records[at].kind() == TraceKind::Value ? 0 : records[at].time;
}

}  // namespace

RingDrain::RingDrain(const std::filesystem::path& file) : file_(file) {}

bool RingDrain::sweep(std::span<std::byte> segment, bool all) {
    if (!problem_.empty()) {
        return false;
    }
    try {
        return look(segment, all);
    } catch (const TraceError& error) {
        problem_ = error.what();
        return false;
    }
}

void RingDrain::end(std::span<std::byte> segment) {
    sweep(segment, true);
    if (problem_.empty()) {
        try {
            file_.append(endChunk());
        } catch (const TraceError& error) {
            problem_ = error.what();
        }
    }
}

bool RingDrain::look(std::span<std::byte> segment, bool all) {
    bool again = false;
    findRings(segment);
    for (std::uint32_t thread = 0; thread < rings_.size(); ++thread) {
        again = take(segment, thread, all) || again;
    }
    if (all || !begun_) {
        // Written again at the end: the calibration of the clock improves, and the counts of
        // records grow.
        writeTables(segment, true);
        begun_ = true;
    }
    return again;
}

void RingDrain::findRings(std::span<std::byte> segment) {
    const StoreView threads = threadsOf(segment);
    // A thread enters the table before it has a ring, so entries without one are tried again.
    rings_.resize(std::max<std::size_t>(threads.size(), rings_.size()));
    for (std::uint32_t thread = 0; thread < threads.size(); ++thread) {
        if (rings_[thread].place == 0) {
            rings_[thread] = {placeOfRing(segment, threads.at<ThreadRecord>(thread)),
                              std::chrono::steady_clock::now()};
        }
    }
}

bool RingDrain::take(std::span<std::byte> segment, std::uint32_t thread, bool all) {
    Ring& of = rings_[thread];
    if (of.place == 0) {
        return false;
    }
    auto& ring = *reinterpret_cast<TraceRing*>(segment.data() + of.place);
    // Another process may have damaged these members; a larger capacity would make the shift
    // undefined.
    if (ring.records == 0 || static_cast<TraceMode>(ring.mode) != TraceMode::Drain ||
        ring.capacityLog2 > kMostRingLog2) {
        return false;
    }
    const std::uint64_t capacity = ring.capacity();
    const std::uint64_t tail = loadRelaxed(ring.tail);
    // Before the head: the records that follow a wait that is counted are then mostly in the copy.
    const std::uint64_t waitedNs = loadRelaxed(ring.waitedNs);
    const std::uint64_t waiting = loadAcquire(ring.head) - tail;
    const auto now = std::chrono::steady_clock::now();
    const bool isWorth = waiting >= std::min(capacity / 4, kWorthTaking);
    if (waiting == 0 || (!isWorth && !all && now - of.taken < kLongest)) {
        return false;
    }
    of.taken = now;
    const TraceCopy copy = copyTrace(segment, threadsOf(segment).at<ThreadRecord>(thread));
    // After the copy, so that the tables name every timer and event in it.
    writeTables(segment, tail == 0);
    writeWait(thread, waitedNs, copy);
    for (std::size_t from = 0; from < copy.records.size(); from += kRun) {
        const std::size_t size = std::min(copy.records.size() - from, kRun);
        const auto begin = copy.records.begin() + static_cast<std::ptrdiff_t>(from);
        file_.append(encoder_.encode({thread,
                                      copy.first + from,
                                      copy.lost,
                                      {begin, begin + static_cast<std::ptrdiff_t>(size)}}));
        records_ += size;
        // Released only after the chunk is in the file: the writer may overwrite these records at
        // once.
        storeRelease(ring.tail, copy.first + from + size);
        storeRelease(ring.limit, copy.first + from + size + capacity);
    }
    return waiting >= capacity / 4;
}

void RingDrain::writeWait(std::uint32_t thread, std::uint64_t waitedNs, const TraceCopy& copy) {
    Ring& of = rings_[thread];
    if (waitedNs <= of.waitedNs || copy.records.empty()) {
        return;
    }
    traced::WaitedRecord fields;
    fields.thread = thread;
    fields.from = timeBefore(copy.records, 0);
    fields.to = timeBefore(copy.records, copy.records.size() - 1);
    fields.waited = waitedNs - of.waitedNs;
    of.waitedNs = waitedNs;
    SizedRecord record;
    record.kind = traced::WaitedRecord::kKind;
    fields.write(record.fields);
    for (const std::string& chunk : sizedChunks({record})) {
        file_.append(chunk);
    }
}

void RingDrain::writeTables(std::span<std::byte> segment, bool always) {
    const bool isKnown = storeOf(segment, Table::Timers).size() == timers_ &&
                         storeOf(segment, Table::Events).size() == events_;
    if (!always && isKnown) {
        return;
    }
    const TraceTables tables = readTables(segment, timers_, events_);
    for (const std::string& chunk : tableChunks(tables)) {
        file_.append(chunk);
    }
    if (!described_) {
        file_.append(encodeKinds(knownKinds()));
        described_ = true;
    }
    if (always) {
        file_.append(factsChunk(segment));
    }
    timers_ += static_cast<std::uint32_t>(tables.timers.size());
    events_ += static_cast<std::uint32_t>(tables.events.size());
}

}  // namespace gantry::perf
