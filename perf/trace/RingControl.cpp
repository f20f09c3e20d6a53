#include <base/files/Descriptor.hpp>
#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/RingControl.hpp>
#include <perf/trace/TraceTables.hpp>

#include <bit>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>

namespace gantry::perf {

RingControl::RingControl(const std::filesystem::path& segment) {
    // SegmentFile checks the header and reports clearly what a file is that is not a segment.
    // Mapping up to the limit, not to the present end, keeps the mapping valid while the segment
    // grows.
    size_ = SegmentFile(segment).header().limitBytes;
    const base::Descriptor file(::open(segment.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    void* const memory =
        file ? ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0)
             : MAP_FAILED;
    if (memory == MAP_FAILED) {
        throw SegmentError(SegmentError::Kind::File,
                           segment.string() + ": " + std::generic_category().message(errno));
    }
    base_ = static_cast<std::byte*>(memory);
}

RingControl::~RingControl() {
    ::munmap(base_, size_);
}

std::uint32_t RingControl::events() const noexcept {
    return header().tables[static_cast<std::size_t>(Table::Events)].size();
}

std::optional<std::uint32_t> RingControl::findEvent(std::string_view name) const {
    const TraceTables tables = readTables({base_, size_}, kNone);
    for (const auto& [id, known] : tables.events) {
        if (known == name) {
            return id;
        }
    }
    return std::nullopt;
}

void RingControl::freezeAbove(std::uint32_t event, double value) noexcept {
    TraceTrigger& trigger = header().trigger;
    // The bound goes first: a thread that sees the event must also see its bound.
    storeRelease(trigger.above, std::bit_cast<std::uint64_t>(value));
    storeRelease(trigger.event, event + 1);
}

void RingControl::disarm() noexcept {
    storeRelease(header().trigger.event, 0U);
}

std::uint64_t RingControl::triggers() const noexcept {
    return loadAcquire(header().trigger.count);
}

void RingControl::forEachRing(const std::function<void(TraceRing&)>& work) const {
    const SegmentBytes bytes(base_, size_);
    const StoreView threads(bytes, header().tables[static_cast<std::size_t>(Table::Threads)],
                            sizeof(ThreadRecord));
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        const auto& thread = threads.at<ThreadRecord>(i);
        if (countTrace(bytes, thread).mode == TraceMode::Latest) {
            work(*reinterpret_cast<TraceRing*>(base_ + placeOfRing(bytes, thread)));
        }
    }
}

void RingControl::freeze() {
    forEachRing([](TraceRing& ring) {
        // A ring that the trigger has frozen already keeps its earlier limit.
        if (loadAcquire(ring.limit) == kNoLimit) {
            storeRelease(ring.limit, loadAcquire(ring.head) + ring.capacity() / 2);
        }
    });
}

bool RingControl::isFrozen() const {
    bool frozen = true;
    forEachRing([&frozen](const TraceRing& ring) {
        frozen = frozen && (ring.records == 0 || loadAcquire(ring.head) >= loadAcquire(ring.limit));
    });
    return frozen;
}

void RingControl::release() {
    forEachRing([](TraceRing& ring) { storeRelease(ring.limit, kNoLimit); });
}

}  // namespace gantry::perf
