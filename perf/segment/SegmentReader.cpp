#include <perf/segment/NameView.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <algorithm>
#include <cstring>
#include <string>

#include "ProfileBuilder.hpp"

namespace gantry::perf {

namespace {

using Kind = SegmentError::Kind;

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
                                            std::to_string(kSegmentVersion) +
                                            ", use a newer one");
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
        metrics.push_back(view.at<MetricRecord>(i));
        metrics.back().unitsPerTick = loadAcquire(view.at<MetricRecord>(i).unitsPerTick);
    }
    return metrics;
}

std::vector<ThreadCapture> SegmentReader::capture(const MetricReadings& readings) const {
    const std::size_t numMetrics = metrics().size();
    const StoreView threads = table(Table::Threads, sizeof(ThreadRecord));
    std::vector<ThreadCapture> captures;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        const auto& thread = threads.at<ThreadRecord>(i);
        const StoreView nodes(bytes_, thread.nodes, NodeRecord::size(std::max<std::size_t>(
                                                        numMetrics, 1)));
        captures.push_back(captureThread(nodes, numMetrics, loadRelaxed(thread.systemId), readings));
        captures.back().id = i;
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
