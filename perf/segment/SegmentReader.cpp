#include <perf/segment/NameView.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "ProfileBuilder.hpp"

namespace gantry::perf {

namespace {

using Kind = SegmentError::Kind;

bool isRealTime(const MetricRecord& metric) noexcept {
    const auto kind = static_cast<ClockKind>(metric.clock);
    return kind == ClockKind::TimeStampCounter || kind == ClockKind::Monotonic;
}

void checkHeader(SegmentBytes bytes) {
    SegmentHeader header;
    if (bytes.size() < sizeof header) {
        throw SegmentError(Kind::Foreign, "not a segment: too short");
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != kSegmentMagic) {
        throw SegmentError(Kind::Foreign, "not a segment: it begins with other bytes");
    }
    if (header.byteOrder != kByteOrderMark) {
        throw SegmentError(Kind::Foreign,
                           "a segment of a machine with the other byte order; read it there");
    }
    if (header.version > kSegmentVersion) {
        throw SegmentError(Kind::Newer, "a segment of format version " +
                                            std::to_string(header.version) +
                                            "; this program knows versions up to " +
                                            std::to_string(kSegmentVersion) + ", use a newer one");
    }
    if (header.version == 0 || header.headerBytes < sizeof header ||
        header.usedBytes > header.limitBytes) {
        throw SegmentError(Kind::Damaged, "the segment is damaged: its header contradicts itself");
    }
}

}  // namespace

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
        // The rate becomes more exact while others read it; the rest stays as it is.
        metrics.push_back({record.name, record.unit, record.source, record.clock,
                           loadAcquire(record.unitsPerTick), record.startTicks, record.startNs});
    }
    return metrics;
}

std::uint64_t SegmentReader::lastKnownNs() const {
    const std::vector<MetricRecord> all = metrics();
    if (all.empty() || !isRealTime(all[0])) {
        return 0;
    }
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    std::uint64_t last = all[0].startTicks;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        const auto& thread = threads.at<ThreadRecord>(i);
        last = std::max(last, loadRelaxed(thread.lastTicks));
        const StoreView nodes(bytes_, thread.nodes, NodeRecord::size(all.size()));
        for (std::uint32_t n = 0; n < nodes.size(); ++n) {
            const auto& node = nodes.at<NodeRecord>(n);
            if ((loadRelaxed(node.version) & 1U) != 0) {
                last = std::max(last, loadRelaxed(node.word(0, 0)) - loadRelaxed(node.word(0, 1)));
            }
        }
    }
    const auto known =
        static_cast<std::uint64_t>(unitsOf(last - all[0].startTicks, all[0].unitsPerTick));
    return std::max(all[0].startNs + known, loadRelaxed(header_->lastNs));
}

std::vector<ThreadCapture> SegmentReader::capture(const MetricReadings& readings,
                                                  std::vector<ThreadCapture> reuse) const {
    const std::size_t numMetrics = metrics().size();
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    std::vector<ThreadCapture> captures = std::move(reuse);
    captures.resize(threads.size());
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        const auto& thread = threads.at<ThreadRecord>(i);
        captures[i] = captureThread(bytes_, thread, numMetrics, readings, std::move(captures[i]));
        captures[i].id = i;
    }
    return captures;
}

SegmentReader::Reading SegmentReader::read(const MetricReadings& readings, bool countOpen) const {
    const std::vector<ThreadCapture> captures = capture(readings);
    // After the nodes, so that every timer they name is in the list.
    const NameView names(bytes_, header_->tables[static_cast<std::size_t>(Table::Names)]);
    ProfileBuilder builder(bytes_, names, metrics());
    builder.addTimers(table(Table::Timers, sizeof(TimerEntry)));
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    for (const ThreadCapture& capture : captures) {
        builder.addThread(threads.at<ThreadRecord>(capture.id), capture);
    }
    const StoreView events = table(Table::Events, sizeof(EventEntry));
    for (const ThreadCapture& capture : captures) {
        builder.addEvents(events, threads.at<ThreadRecord>(capture.id), capture.id);
    }
    for (const ThreadCapture& capture : captures) {
        builder.addMisuse(events, threads.at<ThreadRecord>(capture.id), capture.id);
    }
    builder.addFacts(table(Table::Facts, sizeof(FactRecord)));
    builder.addLost(*header_);
    return builder.take(countOpen);
}

}  // namespace gantry::perf
