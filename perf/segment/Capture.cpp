#include <perf/segment/Capture.hpp>
#include <perf/segment/LiveFloors.hpp>
#include <perf/segment/NodeCapture.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace gantry::perf {

namespace {

// A reading fails only when the writer finished an update in the few instructions between, so this
// many failures in a row do not happen; the bound keeps the reader's work finite all the same.
constexpr int kMaxTries = 1000;
constexpr std::size_t kMostMetrics = 64;

// Whether the words belong to the version: false when a bit of them is not as it was written.
bool isWhole(const NodeRecord& record, std::uint64_t version, const std::uint64_t* words,
             std::size_t metrics) noexcept {
    std::uint64_t mixed = 0;
    for (std::size_t m = 0; m < metrics; ++m) {
        mixed = NodeRecord::mix(mixed, words[m]);
    }
    return record.checksummedVersion(version, mixed) == version;
}

// What the readings were when the running call began.
void startOf(const NodeRecord& record, std::size_t metrics, std::uint64_t* start) noexcept {
    for (std::size_t m = 0; m < metrics; ++m) {
        start[m] = loadRelaxed(record.word(m, 0)) - loadRelaxed(record.word(m, 1));
    }
}

struct Capturer {
    std::size_t metrics;
    pid_t thread;
    const MetricReadings& readings;
    SegmentBytes sampled;

    // For a node that runs, or that is written at this moment.
    bool captureSlowly(const NodeRecord& record, std::uint64_t* row) const noexcept;
    bool capture(const NodeRecord& record, std::uint64_t* row) const noexcept;

    // The same where calls may not have been timed. `sample` is set where some were not.
    bool captureSampled(const SampledNode& record, std::uint64_t* row,
                        ThreadCapture::Sample& sample) const noexcept;
    bool captureCounted(const SampledNode& record, std::uint64_t* row) const noexcept;
    const SampleRecord* samplesOf(const SampledNode& record) const noexcept;
};

[[gnu::noinline]] bool Capturer::captureSlowly(const NodeRecord& record,
                                               std::uint64_t* row) const noexcept {
    std::uint64_t* const sums = row + ThreadCapture::kSums;
    std::uint64_t version = 0;
    bool whole = false;
    for (int i = 0; i < kMaxTries; ++i) {
        version = loadAcquire(record.version);
        const std::uint64_t slot = version & 1U;
        for (std::size_t m = 0; m < metrics; ++m) {
            sums[m] = loadAcquire(record.word(m, slot));
        }
        whole = isWhole(record, version, sums, metrics);
        if (slot != 0) {
            std::array<std::uint64_t, kMostMetrics> now{};
            if (!readings.readFor(thread, now.data())) {
                startOf(record, metrics, now.data());
                readings.least(now.data());
            }
            for (std::size_t m = 0; m < metrics; ++m) {
                sums[m] += now[m];
                // A processor may read its clock before it has read the start, or run a little
                // behind the one of the thread.
                sums[m] = static_cast<std::int64_t>(sums[m]) < 0 ? 0 : sums[m];
            }
        }
        // Between the two looks at the version the node was in one state, and `now` was read.
        if (loadRelaxed(record.version) == version) {
            break;
        }
    }
    row[ThreadCapture::kTimerAndParent] = std::uint64_t{record.parent} << 32U | record.id;
    row[ThreadCapture::kVersion] = NodeRecord::countOf(version);
    if (!whole) {
        std::fill_n(row + ThreadCapture::kVersion, 1 + metrics, 0);
    }
    return whole;
}

// The common case in one pass without a loop: one metric, and a node at rest.
inline bool Capturer::capture(const NodeRecord& record, std::uint64_t* row) const noexcept {
    const std::uint64_t version = loadAcquire(record.version);
    const std::uint64_t sum = loadAcquire(record.value[0]);
    const bool whole = record.checksummedVersion(version, sum) == version;
    if (metrics != 1 || (version & 1U) != 0 || !whole || loadRelaxed(record.version) != version)
        [[unlikely]] {
        return captureSlowly(record, row);
    }
    row[ThreadCapture::kTimerAndParent] = std::uint64_t{record.parent} << 32U | record.id;
    row[ThreadCapture::kVersion] = NodeRecord::countOf(version);
    row[ThreadCapture::kSums] = sum;
    return true;
}

// A node whose calls are counted, or any other one.
bool Capturer::captureCounted(const SampledNode& record, std::uint64_t* row) const noexcept {
    const NodeRecord& node = record.node;
    for (int i = 0; i < kMaxTries; ++i) {
        const std::uint64_t version = loadAcquire(node.version);
        if ((version & SampledNode::kCounting) == 0) {
            // While a call that is timed is read, it may end and others may be counted only. The
            // record is then another kind of version, and is read again.
            const bool whole = capture(node, row);
            const bool isTimed = (row[ThreadCapture::kVersion] & SampledNode::kCounting) == 0;
            if ((whole && isTimed) || loadRelaxed(node.version) == version) {
                return whole;
            }
            continue;
        }
        const std::uint64_t sum = loadAcquire(node.value[0]);
        const std::uint64_t last = loadAcquire(node.value[1]);
        const std::uint32_t rest = loadAcquire(record.tail.rest);
        if (loadRelaxed(node.version) != version) {
            continue;
        }
        const std::uint64_t left = SampleTail::callsIn(rest);
        const std::uint64_t count = NodeRecord::countOf(version) & ~SampledNode::kCounting;
        const bool whole = record.countingVersion(count, sum, last) == version &&
                           rest == SampleTail::restOf(static_cast<std::uint16_t>(left)) &&
                           last >= count && (last - count) / 2 >= left;
        row[ThreadCapture::kTimerAndParent] = std::uint64_t{node.parent} << 32U | node.id;
        row[ThreadCapture::kVersion] = whole ? last - 2 * left : 0;
        row[ThreadCapture::kSums] = whole ? sum : 0;
        return whole;
    }
    return capture(node, row);
}

const SampleRecord* Capturer::samplesOf(const SampledNode& record) const noexcept {
    const std::size_t place = std::size_t{record.tail.place()} * kPlaceUnit;
    if (place < sizeof(SegmentHeader) || place > sampled.size() ||
        sampled.size() - place < sizeof(SampleRecord)) {
        return nullptr;
    }
    return reinterpret_cast<const SampleRecord*>(sampled.data() + place);
}

bool Capturer::captureSampled(const SampledNode& record, std::uint64_t* row,
                              ThreadCapture::Sample& sample) const noexcept {
    bool whole = captureCounted(record, row);
    sample.runsUntimed = record.tail.runsUntimed();
    const bool isWritten = record.tailIsWhole();
    if ((isWritten && record.tail.place() == 0) || !whole) {
        return whole;
    }
    const SampleRecord* const samples = isWritten ? samplesOf(record) : nullptr;
    if (samples == nullptr) {
        sample.runsUntimed = false;
        std::fill_n(row + ThreadCapture::kVersion, 1 + metrics, 0);
        return false;
    }
    SampleValues values{};
    SampleValues after{};
    for (int i = 0; i < kMaxTries; ++i) {
        whole = samples->values.read(values) && captureCounted(record, row);
        whole = samples->values.read(after) && whole;
        // In between the node was at most one timed call ahead of its samples.
        if (after.timed == values.timed) {
            break;
        }
    }
    if (!whole) {
        sample.runsUntimed = false;
        std::fill_n(row + ThreadCapture::kVersion, 1 + metrics, 0);
        return false;
    }
    const std::uint64_t version = row[ThreadCapture::kVersion];
    const SampleEstimate estimate =
        estimateOf(values, (version + 1) / 2, row[ThreadCapture::kSums], (version & 1U) != 0);
    row[ThreadCapture::kSums] = estimate.inclusive;
    sample.untimed = estimate.untimed;
    sample.bound = estimate.bound;
    return whole;
}

// The nodes of a store as the rows from `first` on, last one first; the number of damaged ones.
std::uint32_t captureStore(const StoreView& nodes, const Capturer& capturer, std::uint64_t* first,
                           LiveFloors* floors) noexcept {
    const std::size_t rowWords = ThreadCapture::kSums + capturer.metrics;
    std::uint32_t damaged = 0;
    for (std::size_t c = nodes.chunks().size(); c-- > 0;) {
        const StoreView::Chunk& chunk = nodes.chunks()[c];
        const std::byte* at = chunk.records + std::size_t{chunk.count} * nodes.recordBytes();
        std::uint64_t* row = first + (std::size_t{chunk.first} + chunk.count) * rowWords;
        while (at != chunk.records) {
            at -= nodes.recordBytes();
            row -= rowWords;
            const auto& record = *reinterpret_cast<const NodeRecord*>(at);
            const bool whole = capturer.capture(record, row);
            damaged += whole ? 0 : 1;
            if (floors != nullptr && whole) {
                floors->apply(record, row, capturer.metrics);
            }
        }
    }
    return damaged;
}

// The same for the nodes, whose calls may not all have been timed.
std::uint32_t captureSampledStore(const StoreView& nodes, const Capturer& capturer,
                                  ThreadCapture& capture, LiveFloors* floors) {
    const std::size_t rowWords = ThreadCapture::kSums + capturer.metrics;
    std::uint32_t damaged = 0;
    for (std::uint32_t i = nodes.size(); i-- > 0;) {
        ThreadCapture::Sample sample{i, false, 0, 0};
        const auto& record = nodes.at<SampledNode>(i);
        std::uint64_t* const row = capture.words.get() + i * rowWords;
        const bool whole = capturer.captureSampled(record, row, sample);
        damaged += whole ? 0 : 1;
        if (floors != nullptr && whole && sample.untimed == 0) {
            floors->apply(record.node, row, capturer.metrics);
        }
        if (sample.untimed > 0 || sample.runsUntimed) {
            capture.samples.push_back(sample);
        }
    }
    return damaged;
}

}  // namespace

SegmentBytes sampledBytes(SegmentBytes segment, std::size_t recordBytes) noexcept {
    const auto& header = *reinterpret_cast<const SegmentHeader*>(segment.data());
    const bool isSampled =
        header.version > kExactSegmentVersion && recordBytes >= sizeof(SampledNode);
    return isSampled ? segment : SegmentBytes();
}

bool captureNode(const NodeRecord& node, const NodeSource& source, std::uint64_t* row) noexcept {
    const Capturer capturer{source.metrics, source.thread.life.value().systemId, source.readings,
                            source.sampled};
    ThreadCapture::Sample sample{};
    const bool whole =
        source.sampled.empty()
            ? capturer.capture(node, row)
            : capturer.captureSampled(reinterpret_cast<const SampledNode&>(node), row, sample);
    if (source.floors != nullptr && whole && sample.untimed == 0) {
        source.floors->apply(node, row, source.metrics);
    }
    if (source.untimed != nullptr) {
        *source.untimed = sample.untimed;
    }
    return whole;
}

ThreadCapture captureThread(SegmentBytes segment, const ThreadRecord& thread, std::size_t metrics,
                            const MetricReadings& readings, ThreadCapture reuse,
                            LiveFloors* floors) {
    const std::size_t recordBytes = NodeRecord::size(std::max<std::size_t>(metrics, 1));
    // In this order, so that every node that one of the others is below is among the nodes.
    std::uint32_t damagedStores = 0;
    const StoreView others = StoreView::orNone(segment, thread.others, recordBytes, damagedStores);
    const StoreView nodes = StoreView::orNone(segment, thread.nodes, recordBytes, damagedStores);
    const Capturer capturer{
        metrics, thread.life.value().systemId, readings,
        metrics == 1 ? sampledBytes(segment, nodes.recordBytes()) : SegmentBytes()};
    const std::size_t rowWords = ThreadCapture::kSums + metrics;
    ThreadCapture capture = std::move(reuse);
    capture.numNodes = nodes.size() + others.size();
    if (const std::size_t wanted = capture.numNodes * rowWords; wanted > capture.room) {
        capture.words = std::make_unique_for_overwrite<std::uint64_t[]>(wanted);
        capture.room = wanted;
    }
    capture.damaged = damagedStores;
    capture.samples.clear();
    capture.damaged += captureStore(
        others, capturer, capture.words.get() + std::size_t{nodes.size()} * rowWords, floors);
    capture.damaged += capturer.sampled.empty()
                           ? captureStore(nodes, capturer, capture.words.get(), floors)
                           : captureSampledStore(nodes, capturer, capture, floors);
    return capture;
}

}  // namespace gantry::perf
