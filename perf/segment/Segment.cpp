#include <perf/segment/CpuClock.hpp>
#include <perf/segment/ProcessStart.hpp>
#include <perf/segment/Segment.hpp>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "HeaderChecksum.hpp"
#include "SegmentMapping.hpp"
#include "StoreTypes.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kFirstBacked = std::size_t{128} << 10U;
// Bytes on the disk that only what is kept for the last memory may use: a full disk ends the others
// first.
constexpr std::size_t kKeptBacked = std::size_t{16} << 10U;
constexpr std::size_t kMostAtOnce = std::size_t{4} << 20U;

std::int64_t systemNs() noexcept {
    return static_cast<std::int64_t>(clockNs(CLOCK_REALTIME));
}

std::size_t roundUp(std::size_t bytes, std::size_t unit) noexcept {
    return (bytes + unit - 1) / unit * unit;
}

// Of a store that is in the `used` bytes from `base`: the first `size` records stay, what
// follows is empty and zero.
void cutStore(std::byte* base, std::uint64_t used, StoreHeader& store,
              std::uint32_t size) noexcept {
    std::uint64_t first = 0;
    for (std::size_t chunk = 0; chunk < StoreHeader::kChunks; ++chunk) {
        const std::uint64_t offset = std::uint64_t{store.chunks[chunk]} * kPlaceUnit;
        const std::uint64_t records = StoreHeader::recordsIn(store.firstRecords, chunk);
        if (offset == 0 || offset + records * store.recordBytes > used) {
            store.chunks[chunk] = 0;
            continue;
        }
        const std::uint64_t kept = std::clamp<std::uint64_t>(size, first, first + records) - first;
        std::memset(base + offset + kept * store.recordBytes, 0,
                    (records - kept) * store.recordBytes);
        first += records;
    }
    store.checksummedSize = store.checksummedSizeOf(size);
}

void emptyThread(std::byte* base, std::uint64_t used, ThreadRecord& thread) noexcept {
    ThreadLife life{};
    life.state = static_cast<std::uint32_t>(ThreadState::Ended);
    thread.life.write(life);
    thread.lastTicks = checksummedTicks(0);
    thread.trace = 0;
    for (StoreHeader* const store :
         {&thread.nodes, &thread.others, &thread.events, &thread.misuse, &thread.sketches}) {
        cutStore(base, used, *store, 0);
    }
}

// Leaves in the copy of a segment what a forked child goes on with.
void cutToTables(std::byte* base, std::uint64_t used,
                 const std::array<std::uint32_t, kTables>& sizes) noexcept {
    SegmentHeader& header = *reinterpret_cast<SegmentHeader*>(base);
    for (std::size_t table = 0; table < kTables; ++table) {
        cutStore(base, used, header.tables[table], sizes[table]);
    }
    const StoreHeader& threads = header.tables[static_cast<std::size_t>(Table::Threads)];
    std::uint32_t left = threads.size();
    for (std::size_t chunk = 0; chunk < StoreHeader::kChunks && left > 0; ++chunk) {
        std::byte* record = base + std::size_t{threads.chunks[chunk]} * kPlaceUnit;
        const std::uint64_t records = StoreHeader::recordsIn(threads.firstRecords, chunk);
        for (std::uint64_t i = 0; i < records && left > 0; ++i, --left) {
            emptyThread(base, used, *reinterpret_cast<ThreadRecord*>(record));
            record += threads.recordBytes;
        }
    }
}

constexpr const char* kNoFile = "measured into private memory of the process, not into a file: ";

}  // namespace

Segment::Segment(const SegmentOptions& options)
    : limit_(roundUp(std::max(withinAddressSpace(options.limit), kLeastSegment), kPlaceUnit)),
      owned_(std::make_unique<OwnedFile>()) {
    if (!options.folder.empty()) {
        useFile(options.folder, kFirstBacked);
    }
    if (base_ == nullptr) {
        base_ = mapPlainMemory(limit_);
        if (base_ == nullptr) {
            throw std::bad_alloc();
        }
    }
    writeHeader(options.sampled);
}

Segment::~Segment() {
    end();
    ::munmap(base_, limit_);
    owned_->close();
}

void Segment::end() noexcept {
    const auto ended = static_cast<std::uint32_t>(SegmentState::Ended);
    if (isForeign() || header().pid != ::getpid() || header().state == ended) {
        return;
    }
    header().lastNs.write(clockNs(CLOCK_MONOTONIC));
    header().endNs = systemNs();
    storeRelease(header().state, ended);
    if (!file_.empty() && !keepFile_) {
        ::unlink(file_.c_str());
    }
}

void Segment::useFile(const std::filesystem::path& folder, std::size_t backed) {
    try {
        SegmentMapping mapping = mapNewFile(folder, limit_, backed);
        base_ = mapping.base;
        *owned_ = std::move(mapping.owned);
        file_ = std::move(mapping.file);
        header().backedBytes = backed;
        header().flags = mapping.locked ? kSegmentLocked : 0;
    } catch (const std::exception& error) {
        note_ = std::string(kNoFile) + error.what();
    }
}

void Segment::writeHeader(bool sampled) noexcept {
    SegmentHeader& header = this->header();
    header.backedBytes = !owned_->descriptor ? limit_ : header.backedBytes;
    header.version = sampled ? kSegmentVersion : kExactSegmentVersion;
    header.byteOrder = kByteOrderMark;
    header.headerBytes = sizeof(SegmentHeader);
    header.limitBytes = limit_;
    header.usedBytes = roundUp(sizeof(SegmentHeader), kPlaceUnit);
    writeProcess();
    header.numTypes = kRecordTypes;
    header.types = storeTypes();
    SegmentHeader whole = header;
    whole.magic = kSegmentMagic;
    header.checksum = headerChecksum(whole);
    // Last, so that nobody takes a segment in the making for a whole one.
    header.magic = kSegmentMagic;
}

void Segment::writeProcess() noexcept {
    SegmentHeader& header = this->header();
    header.state = static_cast<std::uint32_t>(SegmentState::Running);
    header.pid = ::getpid();
    header.processStart = processStart(header.pid);
    header.createdNs = systemNs();
    header.lastNs.write(clockNs(CLOCK_MONOTONIC));
}

void Segment::beforeFork() noexcept {
    mutex_.lock();
    if (isForeign()) {
        // What was in use at the first fork counts: this process has never written.
        return;
    }
    usedAtFork_ = header().usedBytes;
    for (std::size_t table = 0; table < kTables; ++table) {
        sizesAtFork_[table] = header().tables[table].size();
    }
}

void Segment::afterForkInChild(bool usable) noexcept {
    if (!isForeign()) {
        parent_ = header().pid;
    }
    if (!usable && owned_->regain(file_)) {
        // The use that the fork came in between goes on in the child, too; what it writes must not
        // reach the parent.
        constexpr int kFlags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE;
        (void)::mmap(base_, limit_, PROT_READ | PROT_WRITE, kFlags, owned_->descriptor.number(), 0);
    }
    owned_->close();
    if (!usable) {
        owner_.store(Owner::ParentForEver, std::memory_order_release);
        return;
    }
    if (!isForeign()) {
        owner_.store(Owner::Parent, std::memory_order_release);
    }
    mutex_.unlock();
}

// The child still sees the parent's pages. It builds its segment elsewhere and moves it over them,
// so that addresses that threads and tables hold stay valid.
bool Segment::separate() noexcept {
    std::byte* const shared = base_;
    if (!copyOfParents(shared)) {
        base_ = shared;
        return false;
    }
    SegmentHeader& header = this->header();
    header.usedBytes = usedAtFork_;
    header.endNs = 0;
    header.usesAfterThreadEnd = 0;
    header.usesWithoutMemory = 0;
    header.usesInHandlers = 0;
    header.untracedThreads = 0;
    header.trigger = {};
    header.foldedCalls = 0;
    cutToTables(base_, usedAtFork_, sizesAtFork_);
    writeProcess();
    header.checksum = headerChecksum(header);
    if (base_ != shared) {
        constexpr int kOver = MREMAP_MAYMOVE | MREMAP_FIXED;
        if (::mremap(base_, limit_, limit_, kOver, shared) == MAP_FAILED) {
            ::munmap(base_, limit_);
            base_ = shared;
            return false;
        }
        base_ = shared;
    }
    return true;
}

// Makes base_ a copy of the bytes that were in use at the fork; those bytes themselves where they
// are memory of this process already.
bool Segment::copyOfParents(const std::byte* shared) noexcept {
    if (file_.empty()) {
        return true;
    }
    const std::filesystem::path folder = file_.parent_path();
    file_.clear();
    base_ = nullptr;
    try {
        useFile(folder, std::max(roundUp(usedAtFork_, kFirstBacked), kFirstBacked));
    } catch (const std::bad_alloc&) {
        note_.clear();
    }
    const bool isFile = base_ != nullptr;
    if (!isFile) {
        base_ = mapPlainMemory(limit_);
    }
    if (base_ == nullptr) {
        return false;
    }
    const std::uint64_t backed = isFile ? header().backedBytes : limit_;
    const std::uint32_t flags = isFile ? header().flags : 0;
    std::memcpy(base_, shared, usedAtFork_);
    header().backedBytes = backed;
    header().flags = flags;
    return true;
}

// Grows by as much as there is, between kFirstBacked and kMostAtOnce, so that calls of the system
// are few; where the disk is nearly full, by as much as is needed. posix_fallocate comes before
// the touch: a write to a page that cannot be backed would end the program with SIGBUS.
bool Segment::back(std::size_t bytes) noexcept {
    SegmentHeader& header = this->header();
    if (bytes <= header.backedBytes) {
        return true;
    }
    const std::size_t step = std::clamp(header.backedBytes, kFirstBacked, kMostAtOnce);
    const std::size_t wanted = std::min(std::max(bytes, header.backedBytes + step), limit_);
    const std::size_t from = header.backedBytes;
    if (!owned_->regain(file_)) {
        return false;
    }
    if (reserveBytes(owned_->descriptor.number(), from, wanted - from) == 0) {
        storeRelease(header.backedBytes, wanted);
        return true;
    }
    if (reserveBytes(owned_->descriptor.number(), from, bytes - from) == 0) {
        storeRelease(header.backedBytes, bytes);
        return true;
    }
    storeRelease(header.flags, header.flags | kSegmentDiskFull);
    return false;
}

std::span<const std::byte> bytesOf(const Segment& segment) noexcept {
    return {segment.base(), segment.header().limitBytes};
}

std::span<std::byte> writableBytesOf(Segment& segment) noexcept {
    return {segment.at(0), bytesOf(segment).size()};
}

// Under the mutex; the sixteenth that is kept lets threads register and misuse be recorded when
// nothing else fits.
void* Segment::allocate(std::size_t bytes, bool reserve) noexcept {
    const std::lock_guard lock(mutex_);
    SegmentHeader& header = this->header();
    const std::size_t end = roundUp(bytes, kPlaceUnit) + header.usedBytes;
    const std::size_t most = reserve ? limit_ : limit_ - limit_ / 16;
    if (end < header.usedBytes || end > most) {
        storeRelease(header.flags, header.flags | kSegmentLimitReached);
        return nullptr;
    }
    if (!back(reserve ? end : std::min(end + kKeptBacked, limit_))) {
        return nullptr;
    }
    void* const memory = base_ + header.usedBytes;
    storeRelease(header.usedBytes, std::uint64_t{end});
    header.lastNs.write(clockNs(CLOCK_MONOTONIC));
    return memory;
}

}  // namespace gantry::perf
