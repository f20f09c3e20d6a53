#include "SegmentRepair.hpp"

#include <perf/segment/Checksum.hpp>
#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/EventRecord.hpp>
#include <perf/segment/Layout.hpp>
#include <perf/segment/MisuseRecord.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/SampleRecord.hpp>
#include <perf/segment/SketchPage.hpp>

#include <algorithm>
#include <cstdint>

#include "HeaderChecksum.hpp"

namespace gantry::perf::fuzz {

namespace {

class Repair final {
public:
    explicit Repair(std::span<std::byte> bytes)
        : bytes_(bytes), header_(reinterpret_cast<SegmentHeader*>(bytes.data())) {}

    void run() {
        header_->magic = kSegmentMagic;
        header_->version = kSegmentVersion;
        header_->byteOrder = kByteOrderMark;
        header_->headerBytes = std::max<std::uint32_t>(header_->headerBytes, sizeof *header_);
        header_->limitBytes = std::max(header_->limitBytes, header_->usedBytes);
        header_->state = 1 + header_->state % 2;
        header_->checksum = headerChecksum(*header_);
        header_->lastNs.write(header_->lastNs.value());
        for (std::uint64_t* const counter :
             {&header_->usesAfterThreadEnd, &header_->usesWithoutMemory, &header_->foldedCalls}) {
            *counter = checksummedCount::of(*counter);
        }
        tables();
    }

private:
    StoreHeader& table(Table which) { return header_->tables[static_cast<std::size_t>(which)]; }

    // Signs the header of a store, and calls work with each record that lies inside.
    template <class Record, class Work>
    void each(StoreHeader& store, Work work) {
        const std::uint32_t size = store.size();
        store.checksummedSize = store.checksummedSizeOf(size);
        std::uint64_t first = 0;
        for (std::size_t c = 0; c < StoreHeader::kChunks && first < size; ++c) {
            const std::uint64_t held = StoreHeader::recordsIn(store.firstRecords, c);
            const std::uint64_t count = std::min<std::uint64_t>(held, size - first);
            std::uint64_t at = std::uint64_t{store.chunks[c]} * kPlaceUnit;
            for (std::uint64_t i = 0; i < count; ++i, at += store.recordBytes) {
                if (at > bytes_.size() || bytes_.size() - at < sizeof(Record) ||
                    store.recordBytes < sizeof(Record) || store.recordBytes % 8 != 0) {
                    return;
                }
                work(*reinterpret_cast<Record*>(bytes_.data() + at), at);
            }
            first += held;
        }
    }

    void tables() {
        each<NameRecord>(table(Table::Names), [this](NameRecord& name, std::uint64_t) {
            const std::uint64_t at = std::uint64_t{name.place} * kPlaceUnit + name.inside;
            if (at <= bytes_.size() && name.length <= bytes_.size() - at) {
                name.checksum = checksum(bytes_.data() + at, name.length);
            }
        });
        each<MetricRecord>(table(Table::Metrics), [](MetricRecord& metric, std::uint64_t) {
            metric.checksum = entryChecksum(metric);
            metric.unitsPerTick = checksummedCount::of(metric.unitsPerTick);
        });
        metrics_ = std::clamp<std::size_t>(table(Table::Metrics).size(), 1, 16);
        sign<TimerEntry>(Table::Timers);
        sign<EventEntry>(Table::Events);
        sign<FactRecord>(Table::Facts);
        each<ThreadRecord>(table(Table::Threads),
                           [this](ThreadRecord& record, std::uint64_t) { thread(record); });
    }

    template <class Entry>
    void sign(Table which) {
        each<Entry>(table(which),
                    [](Entry& entry, std::uint64_t) { entry.checksum = entryChecksum(entry); });
    }

    void thread(ThreadRecord& record) {
        record.life.write(record.life.value());
        record.lastTicks = checksummedTicks(record.lastTicks);
        for (StoreHeader* const store : {&record.nodes, &record.others}) {
            each<NodeRecord>(*store,
                             [this](NodeRecord& node, std::uint64_t at) { sign(node, at); });
        }
        each<EventRecord>(record.events, [](EventRecord& event, std::uint64_t) {
            const std::uint64_t values = VersionWord::countOf(event.version);
            event.count = values;
            event.version = event.checksummedVersion(values, event.load(values));
        });
        each<MisuseRecord>(record.misuse, [](MisuseRecord& misuse, std::uint64_t) {
            misuse.count = checksummedCount::of(misuse.count, misuse.content());
        });
        each<SketchPage>(record.sketches, [](SketchPage& page, std::uint64_t) {
            page.check = page.checkOf();
            if (page.id == SketchPage::kOthers) {
                auto& collapsed = page.count[SketchPage::kCollapsed];
                collapsed = checksummedCount::of(collapsed);
            }
        });
    }

    void sign(NodeRecord& node, std::uint64_t at) const {
        if (bytes_.size() - at < NodeRecord::size(metrics_)) {
            return;
        }
        if (header_->version == kSegmentVersion && bytes_.size() - at >= sizeof(SampledNode) &&
            (node.version & SampledNode::kCounting) != 0) {
            auto& counted = reinterpret_cast<SampledNode&>(node);
            const auto left = static_cast<std::uint16_t>(counted.tail.left());
            const std::uint64_t count = NodeRecord::countOf(node.version) & ~SampledNode::kCounting;
            counted.tail.rest = SampleTail::restOf(left);
            node.version = counted.countingVersion(count, node.value[0], node.value[1]);
            return;
        }
        std::uint64_t mixed = 0;
        for (std::size_t m = 0; m < metrics_; ++m) {
            mixed = NodeRecord::mix(mixed, node.word(m, node.version & 1U));
        }
        node.version = node.checksummedVersion(node.version, mixed);
    }

    std::span<std::byte> bytes_;
    SegmentHeader* header_;
    std::size_t metrics_ = 1;
};

}  // namespace

void repairSegment(std::span<std::byte> bytes) {
    if (bytes.size() >= sizeof(SegmentHeader)) {
        Repair(bytes).run();
    }
}

}  // namespace gantry::perf::fuzz
