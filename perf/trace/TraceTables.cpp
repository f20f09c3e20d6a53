// The tables of names of a trace: read from a segment, and as entries of a chunk
// (docs/formats/trace.md).

#include <base/bytes/Varint.hpp>
#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/NameView.hpp>
#include <perf/segment/SegmentReader.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/PackedChunk.hpp>
#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceTables.hpp>

#include <utility>

#include "TraceEntries.hpp"

namespace gantry::perf {

namespace {

StoreView tableOf(SegmentBytes segment, Table table, std::size_t recordBytes) {
    const auto& header = *reinterpret_cast<const SegmentHeader*>(segment.data());
    return {segment, header.tables[static_cast<std::size_t>(table)], recordBytes};
}

TimerInfo timerOf(const TimerEntry& entry, std::uint32_t id, const NameView& names) {
    // A base refers to an earlier timer, so that following the bases always ends.
    if (entryChecksum(entry) != entry.checksum || entry.kind > kLastTimerKind ||
        (entry.base != kNone && entry.base >= id)) {
        return {id, "(damaged timer " + std::to_string(id) + ")", {}, {}};
    }
    return {id,
            names.at(entry.name),
            names.at(entry.type),
            names.at(entry.group),
            static_cast<TimerKind>(entry.kind),
            entry.base == kNone ? -1 : static_cast<std::int32_t>(entry.base)};
}

TraceThread threadOf(SegmentBytes segment, const ThreadRecord& record) {
    TraceThread thread;
    const ThreadLife life = record.life.value();
    thread.systemId = life.systemId;
    thread.name = threadName(life);
    thread.ended = life.state == static_cast<std::uint32_t>(ThreadState::Ended);
    const TraceCounts counts = countTrace(segment, record);
    thread.traced = counts.mode != TraceMode::None;
    thread.records = counts.records;
    thread.lost = counts.lost;
    return thread;
}

TraceClock clockOf(SegmentBytes segment, const NameView& names) {
    const std::vector<MetricRecord> metrics = SegmentReader(segment).metrics();
    TraceClock clock;
    if (!metrics.empty()) {
        const auto& header = *reinterpret_cast<const SegmentHeader*>(segment.data());
        // Of the first metric: that is the time of all records.
        clock = {names.at(metrics[0].name), names.at(metrics[0].unit), metrics[0].unitsPerTick,
                 metrics[0].startTicks, header.createdNs};
    }
    return clock;
}

// Each entry begins with its kind.
template <class Entry>
void add(std::string& to, const Entry& entry) {
    base::addVarint(to, Entry::kKind);
    entry.write(to);
}

traced::TimerEntry entryOf(const TimerInfo& timer) {
    // -1, no base, becomes 0.
    return {timer.id,
            static_cast<std::uint64_t>(timer.kind),
            static_cast<std::uint32_t>(timer.base) + 1U,
            timer.name,
            timer.type,
            timer.group};
}

traced::ThreadEntry entryOf(std::uint32_t number, const TraceThread& thread) {
    return {number,
            static_cast<std::uint32_t>(thread.systemId),
            (thread.traced ? 1U : 0U) | (thread.ended ? 2U : 0U),
            thread.records,
            thread.lost,
            thread.name};
}

traced::ClockEntry entryOf(const TraceClock& clock) {
    return {clock.unitsPerTick, clock.startTicks, static_cast<std::uint64_t>(clock.startUtcNs),
            clock.name, clock.unit};
}

TimerInfo timerOf(traced::TimerEntry entry) {
    TimerInfo timer;
    timer.id = entry.id;
    timer.kind = static_cast<TimerKind>(entry.kind <= kLastTimerKind ? entry.kind : 0);
    // As in a segment, a base refers to an earlier timer, so that following the bases always ends.
    timer.base = entry.base <= entry.id && entry.base <= INT32_MAX
                     ? static_cast<std::int32_t>(entry.base) - 1
                     : -1;
    timer.name = std::move(entry.name);
    timer.type = std::move(entry.type);
    timer.group = std::move(entry.group);
    return timer;
}

TraceThread threadOf(traced::ThreadEntry entry) {
    TraceThread thread;
    thread.systemId = static_cast<std::int32_t>(entry.systemId);
    thread.traced = (entry.flags & 1U) != 0;
    thread.ended = (entry.flags & 2U) != 0;
    thread.records = entry.records;
    thread.lost = entry.lost;
    thread.name = std::move(entry.name);
    return thread;
}

void readEntry(ByteReader& bytes, TraceTables& tables) {
    switch (bytes.varint()) {
        case traced::ClockEntry::kKind: {
            traced::ClockEntry entry = traced::ClockEntry::read(bytes);
            tables.clock = {std::move(entry.name), std::move(entry.unit), entry.unitsPerTick,
                            entry.startTicks, static_cast<std::int64_t>(entry.startUtcNs)};
            break;
        }
        case traced::TimerEntry::kKind: {
            TimerInfo timer = timerOf(traced::TimerEntry::read(bytes));
            const std::uint32_t id = timer.id;
            tables.timers[id] = std::move(timer);
            break;
        }
        case traced::EventEntry::kKind: {
            traced::EventEntry entry = traced::EventEntry::read(bytes);
            tables.events[entry.id] = std::move(entry.name);
            break;
        }
        case traced::ThreadEntry::kKind: {
            traced::ThreadEntry entry = traced::ThreadEntry::read(bytes);
            const std::uint32_t id = entry.id;
            tables.threads[id] = threadOf(std::move(entry));
            break;
        }
        default:
            throw TraceError(TraceError::Kind::Damaged,
                             "a table of the trace is damaged: it has an entry of an unknown kind");
    }
}

template <class Key, class Value>
void replaceIn(std::map<Key, Value>& all, std::map<Key, Value>& later) {
    for (auto& [key, value] : later) {
        all[key] = std::move(value);
    }
}

}  // namespace

std::int64_t TraceClock::since(std::uint64_t ticks) const noexcept {
    return unitsOf(ticks - startTicks, unitsPerTick);
}

// Later entries win: a thread's counts grow, and a clock may be known better.
void TraceTables::add(TraceTables later) {
    replaceIn(timers, later.timers);
    replaceIn(events, later.events);
    replaceIn(threads, later.threads);
    if (later.clock) {
        clock = std::move(later.clock);
    }
}

TraceTables readTables(SegmentBytes segment, std::uint32_t firstTimer, std::uint32_t firstEvent) {
    TraceTables tables;
    const StoreView timers = tableOf(segment, Table::Timers, sizeof(TimerEntry));
    const StoreView events = tableOf(segment, Table::Events, sizeof(EventEntry));
    const StoreView threads = tableOf(segment, Table::Threads, sizeof(ThreadRecord));
    // Names are taken after the tables that refer to them, since the program may go on adding.
    // Threads change, so all of them are read; of timers and events, only those not known yet.
    const auto& header = *reinterpret_cast<const SegmentHeader*>(segment.data());
    const NameView names(segment, header.tables[static_cast<std::size_t>(Table::Names)]);
    for (std::uint32_t id = firstTimer; id < timers.size(); ++id) {
        tables.timers[id] = timerOf(timers.at<TimerEntry>(id), id, names);
    }
    for (std::uint32_t id = firstEvent; id < events.size(); ++id) {
        tables.events[id] = names.at(events.at<EventEntry>(id).name);
    }
    for (std::uint32_t id = 0; id < threads.size(); ++id) {
        tables.threads[id] = threadOf(segment, threads.at<ThreadRecord>(id));
    }
    tables.clock = clockOf(segment, names);
    return tables;
}

std::string encodeTables(const TraceTables& tables) {
    std::string plain;
    if (tables.clock) {
        add(plain, entryOf(*tables.clock));
    }
    for (const auto& [id, timer] : tables.timers) {
        add(plain, entryOf(timer));
    }
    for (const auto& [id, name] : tables.events) {
        add(plain, traced::EventEntry{id, name});
    }
    for (const auto& [id, thread] : tables.threads) {
        add(plain, entryOf(id, thread));
    }
    return packedChunk(static_cast<std::uint32_t>(ChunkKind::Tables), plain);
}

TraceTables decodeTables(std::string_view chunk) {
    const std::string plain = payloadOf(chunk);
    ByteReader bytes(plain);
    TraceTables tables;
    while (!bytes.atEnd()) {
        readEntry(bytes, tables);
    }
    if (bytes.failed()) {
        throw TraceError(TraceError::Kind::Damaged,
                         "a table of the trace is damaged: it ends in the middle");
    }
    return tables;
}

}  // namespace gantry::perf
