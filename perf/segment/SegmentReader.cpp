#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/LiveFloors.hpp>
#include <perf/segment/NameView.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "HeaderChecksum.hpp"
#include "ProfileBuilder.hpp"

namespace gantry::perf {

namespace {

using Kind = SegmentError::Kind;

bool isRealTime(const MetricRecord& metric) noexcept {
    const auto kind = static_cast<ClockKind>(metric.clock);
    return kind == ClockKind::TimeStampCounter || kind == ClockKind::Monotonic;
}

// From the general to the special: magic, byte order and version decide whether the rest means what
// this program thinks. The state and the used bytes change while the program runs and are thus not
// in the checksum.
void checkHeader(SegmentBytes bytes) {
    if (bytes.size() < sizeof(SegmentHeader)) {
        throw SegmentError(Kind::WrongKind, "not a segment: too short");
    }
    const auto& header = *reinterpret_cast<const SegmentHeader*>(bytes.data());
    if (header.magic != kSegmentMagic) {
        throw SegmentError(Kind::WrongKind, "not a segment: the first bytes are wrong");
    }
    if (header.byteOrder != kByteOrderMark) {
        throw SegmentError(Kind::WrongKind,
                           "a segment of a machine with the other byte order; read it there");
    }
    if (header.version > kSegmentVersion) {
        throw SegmentError(Kind::Newer, "a segment of format version " +
                                            std::to_string(header.version) +
                                            "; this program knows versions up to " +
                                            std::to_string(kSegmentVersion) + ", use a newer one");
    }
    if (header.version > kExactSegmentVersion && header.version < kSegmentVersion) {
        throw SegmentError(Kind::WrongKind,
                           "a segment of format version " + std::to_string(header.version) +
                               ", which only the version of Gantry that wrote it reads");
    }
    if (headerChecksum(header) != header.checksum) {
        throw SegmentError(Kind::Damaged,
                           "the segment is damaged: its header contradicts its checksum");
    }
    const std::uint32_t state = loadAcquire(header.state);
    if (header.version == 0 || header.headerBytes < sizeof header || header.pid <= 0 ||
        loadAcquire(header.usedBytes) > header.limitBytes ||
        (state != static_cast<std::uint32_t>(SegmentState::Running) &&
         state != static_cast<std::uint32_t>(SegmentState::Ended))) {
        throw SegmentError(Kind::Damaged, "the segment is damaged: its header contradicts itself");
    }
}

}  // namespace

// The upper half of a reading is a sign: a sum can be slightly negative where clocks of processors
// differ.
std::int64_t unitsOf(std::uint64_t ticks, std::uint64_t unitsPerTick) noexcept {
    __extension__ using Wide = unsigned __int128;
    if (static_cast<std::int64_t>(ticks) <= 0) {
        return 0;
    }
    return static_cast<std::int64_t>(Wide{ticks} * unitsPerTick >> 32U);
}

SegmentReader::SegmentReader(SegmentBytes bytes)
    : bytes_(bytes), header_(reinterpret_cast<const SegmentHeader*>(bytes.data())) {
    checkHeader(bytes);
}

StoreView SegmentReader::table(Table table, std::size_t recordBytes) const {
    return {bytes_, header_->tables[static_cast<std::size_t>(table)], recordBytes};
}

std::vector<MetricRecord> SegmentReader::metrics() const {
    const StoreView view = table(Table::Metrics, sizeof(MetricRecord));
    if (view.size() > kMaxMetrics) {
        throw SegmentError(Kind::Damaged, "the segment is damaged: it has " +
                                              std::to_string(view.size()) + " metrics");
    }
    std::vector<MetricRecord> metrics;
    for (std::uint32_t i = 0; i < view.size(); ++i) {
        const auto& record = view.at<MetricRecord>(i);
        const std::uint64_t unitsPerTick = loadAcquire(record.unitsPerTick);
        if (entryChecksum(record) != record.checksum || !checksummedCount::isWhole(unitsPerTick)) {
            throw SegmentError(Kind::Damaged, "the segment is damaged: metric " +
                                                  std::to_string(i) + " contradicts its checksum");
        }
        metrics.push_back({record.name,
                           record.unit,
                           record.source,
                           record.clock,
                           record.startTicks,
                           record.startNs,
                           record.untimedOverhead,
                           record.checksum,
                           checksummedCount::numberIn(unitsPerTick),
                           {}});
        ProbeOverheadRecord overhead{};
        if (!record.probeOverhead.read(overhead)) {
            overhead.pair = kDamagedPair;
        }
        metrics.back().probeOverhead.write(overhead);
    }
    return metrics;
}

std::vector<std::pair<std::string, std::string>> SegmentReader::facts() const {
    const StoreView facts = table(Table::Facts, sizeof(FactRecord));
    // After the facts, so that every name they have is in the list.
    const NameView names(bytes_, header_->tables[static_cast<std::size_t>(Table::Names)]);
    std::vector<std::pair<std::string, std::string>> all;
    for (std::uint32_t i = 0; i < facts.size(); ++i) {
        const auto& fact = facts.at<FactRecord>(i);
        all.emplace_back(names.at(fact.key), names.at(fact.value));
    }
    return all;
}

std::vector<LivingThread> SegmentReader::livingThreads() const {
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    std::vector<LivingThread> living;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        ThreadLife life{};
        if (threads.at<ThreadRecord>(i).life.read(life) && life.threads > 0 &&
            life.state == static_cast<std::uint32_t>(ThreadState::Running)) {
            living.push_back({i, life.systemId});
        }
    }
    return living;
}

std::vector<LivingThread> SegmentReader::knownThreads() const {
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    std::vector<LivingThread> known;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        ThreadLife life{};
        if (threads.at<ThreadRecord>(i).life.read(life) && life.threads == 1) {
            known.push_back({i, life.systemId});
        }
    }
    return known;
}

std::uint64_t SegmentReader::lastKnownNs() const {
    std::uint64_t grown = 0;
    grown = header_->lastNs.read(grown) ? grown : 0;
    const std::vector<MetricRecord> all = metrics();
    if (all.empty() || !isRealTime(all[0])) {
        return grown;
    }
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    // The last moment that any thread has noted, for a program that was killed.
    std::uint64_t last = all[0].startTicks;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        const auto& thread = threads.at<ThreadRecord>(i);
        const std::uint64_t ticks = loadRelaxed(thread.lastTicks);
        last = std::max(last, ticksAreWhole(ticks) ? latestTicks(ticks) : 0);
    }
    const auto known =
        static_cast<std::uint64_t>(unitsOf(last - all[0].startTicks, all[0].unitsPerTick));
    return std::max(all[0].startNs + known, grown);
}

namespace {

// A part made for the threads of the parent of a forked process, which has none of them.
bool isUnused(const ThreadRecord& thread) noexcept {
    return thread.life.value().threads == 0 && thread.nodes.size() == 0 &&
           thread.others.size() == 0 && thread.events.size() == 0 && thread.misuse.size() == 0;
}

}  // namespace

std::vector<ThreadCapture> SegmentReader::capture(const MetricReadings& readings,
                                                  std::vector<ThreadCapture> reuse,
                                                  LiveFloors* floors) const {
    std::unique_lock<std::mutex> lock;
    if (floors != nullptr) {
        lock = std::unique_lock(floors->mutex());
        floors->begin(bytes_);
    }
    const std::size_t numMetrics = metrics().size();
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    std::vector<ThreadCapture> captures = std::move(reuse);
    captures.resize(threads.size());
    std::size_t kept = 0;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        const auto& thread = threads.at<ThreadRecord>(i);
        if (isUnused(thread)) {
            continue;
        }
        captures[kept] =
            captureThread(bytes_, thread, numMetrics, readings, std::move(captures[kept]), floors);
        captures[kept].id = i;
        ++kept;
    }
    captures.resize(kept);
    return captures;
}

SegmentReader::Reading SegmentReader::read(const MetricReadings& readings, bool countOpen,
                                           LiveFloors* floors) const {
    const std::vector<ThreadCapture> captures = capture(readings, {}, floors);
    if (metrics().empty()) {
        throw SegmentError(Kind::Damaged, "the segment is incomplete: it has no metric yet");
    }
    // After the nodes, so that every timer they name is in the list.
    const NameView names(bytes_, header_->tables[static_cast<std::size_t>(Table::Names)]);
    ProfileBuilder builder(bytes_, names, metrics());
    builder.addTimers(table(Table::Timers, sizeof(TimerEntry)));
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    for (const ThreadCapture& capture : captures) {
        builder.addThread(threads.at<ThreadRecord>(capture.id), capture);
    }
    const StoreView events =
        builder.store(header_->tables[static_cast<std::size_t>(Table::Events)], sizeof(EventEntry));
    for (std::size_t place = 0; place < captures.size(); ++place) {
        builder.addEvents(events, threads.at<ThreadRecord>(captures[place].id), place);
    }
    for (const ThreadCapture& capture : captures) {
        builder.addMisuse(events, threads.at<ThreadRecord>(capture.id), capture.id);
    }
    builder.addFacts(
        builder.store(header_->tables[static_cast<std::size_t>(Table::Facts)], sizeof(FactRecord)));
    builder.addLost(*header_);
    return builder.take(countOpen);
}

}  // namespace gantry::perf
