#include "Files.hpp"

#include <gantry.h>

#include <Clock.hpp>
#include <FileTable.hpp>
#include <Library.hpp>
#include <OpenFiles.hpp>
#include <Path.hpp>
#include <PathFilter.hpp>
#include <TimeBins.hpp>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <string_view>

#include "Fields.hpp"

namespace gantry::mpi::files {

namespace {

constexpr const char* kModule = "mpiio";
constexpr std::uint32_t kUsualFiles = 256;
constexpr std::uint32_t kBytesOfName = 96;

constinit io::FileTable table;
constinit io::TimeBins bins;
constinit io::PathFilter filter;
constinit io::Clock moments;
constinit io::OpenFiles openFiles;
constinit std::atomic<bool> isReady{false};

// Before any call, as a call has its begin from this clock. Where the engine comes later, in a run
// of components, the clock stays that of the system.
[[gnu::constructor]] void beginClock() noexcept {
    if (gantry_measuring() != 0) {
        moments.calibrate();
    }
}

bool takeRegion() noexcept {
    const char* const text = std::getenv("GANTRY_IO_FILES");
    const unsigned long asked = text != nullptr ? std::strtoul(text, nullptr, 10) : 0;
    const auto records = static_cast<std::uint32_t>(
        (asked == 0 ? kUsualFiles : std::min<unsigned long>(asked, io::FileTable::kMostFiles - 1)) +
        1);
    const gantry_module_t module{kModule, "GANTRY_IO_FILES",     fields(), 1, kFieldCount,
                                 records, records * kBytesOfName};
    gantry_region_t region{};
    if (gantry_module_region(&module, &region) == 0) {
        return false;
    }
    table.use(region);
    return true;
}

// MPI may not be used on both sides of a fork: a child records no files of its own.
void afterFork() noexcept {
    isReady.store(false, std::memory_order_relaxed);
}

// The first file that is opened, or removed, makes the records, which most programs with MPI do not
// need.
bool begin() noexcept {
    static const bool began = [] {
        if (!takeRegion()) {
            return false;
        }
        filter.set(std::getenv("GANTRY_IO_EXCLUDE"), std::getenv("GANTRY_IO_INCLUDE"));
        (void)bins.begin(kModule, moments.ns(moments.ticks()));
        (void)::pthread_atfork(nullptr, nullptr, afterFork);
        isReady.store(true, std::memory_order_release);
        return true;
    }();
    return began && isReady.load(std::memory_order_acquire);
}

// ROMIO takes the type of the file system from such a prefix.
const char* withoutPrefix(const char* name) noexcept {
    const char* const colon = std::strchr(name, ':');
    const char* const slash = std::strchr(name, '/');
    return colon != nullptr && colon - name > 1 && (slash == nullptr || colon < slash) ? colon + 1
                                                                                       : name;
}

// kExcluded where it is not to be recorded.
std::uint32_t numberOf(const char* name) noexcept {
    const int error = errno;
    const io::Path path(withoutPrefix(name));
    errno = error;
    if (filter.excludes(path.text(), path.length())) {
        return io::FileTable::kExcluded;
    }
    return path.length() == 0 ? io::FileTable::kFirst : table.numberOf(path.text(), path.length());
}

io::FileRecord recordOf(std::uint32_t number) noexcept {
    return table.record(isReady.load(std::memory_order_acquire) ? number
                                                                : io::FileTable::kExcluded);
}

io::FileRecord recordOf(MPI_File file) noexcept {
    const io::OpenFile* const known = openFiles.of(keyOf(file));
    return recordOf(known != nullptr ? known->file : io::FileTable::kExcluded);
}

struct Counters {
    std::uint32_t reads;
    std::uint32_t writes;
};

constexpr Counters countersOf(Way way) noexcept {
    switch (way) {
        case Way::Collective:
            return {CollectiveReads, CollectiveWrites};
        case Way::Split:
            return {SplitReads, SplitWrites};
        case Way::Nonblocking:
            return {NonblockingReads, NonblockingWrites};
        case Way::Independent:
            break;
    }
    return {IndependentReads, IndependentWrites};
}

constexpr std::uint32_t fieldOf(Other what) noexcept {
    switch (what) {
        case Other::Seek:
            return Seeks;
        case Other::Sync:
            return Syncs;
        case Other::Truncation:
            return Truncations;
        case Other::View:
            break;
    }
    return Views;
}

void countAccess(const io::FileRecord& record, Way way, const io::Access& access) noexcept {
    const bool writes = access.isWrite;
    const std::int64_t time = access.endedNs - access.begunNs;
    record.add(writes ? Writes : Reads, 1);
    record.add(writes ? countersOf(way).writes : countersOf(way).reads, 1);
    record.add(writes ? BytesWritten : BytesRead, static_cast<std::int64_t>(access.bytes));
    record.add(
        (writes ? shared(io::WriteSizes) : shared(io::ReadSizes)) + io::sizeClass(access.bytes), 1);
    record.add(writes ? shared(io::WriteTime) : shared(io::ReadTime), time);
    record.raise(writes ? shared(io::LongestWrite) : shared(io::LongestRead), time);
    record.moment(writes ? shared(io::FirstWrite) : shared(io::FirstRead), access.begunNs);
    record.moment(writes ? shared(io::FirstWrite) : shared(io::FirstRead), access.endedNs);
    record.countSize(access.bytes, shared(io::CommonSize), shared(io::CommonCount));
}

}  // namespace

FileCall::FileCall() noexcept : begun_(moments.ticks()) {}

MPI_File* FileCall::closes(MPI_File* file) noexcept {
    // Before the call: afterwards the handle may be that of another file of another thread. The
    // handles of another MPI are of another size.
    if (file != nullptr && library::found()) {
        if (const io::OpenFile* const known = openFiles.of(keyOf(*file))) {
            closing_ = known->file;
            openFiles.remove(keyOf(*file));
        }
    }
    return file;
}

void FileCall::opened(MPI_File file, const char* name, MPI_Comm comm,
                      MPI_Info info) const noexcept {
    if (name == nullptr || !library::found() || !begin()) {
        return;
    }
    const std::int64_t endedNs = moments.ns(moments.ticks());
    const std::uint32_t number = numberOf(name);
    const int ranks = library::size(comm);
    openFiles.add(keyOf(file), number);
    if (const io::FileRecord record = recordOf(number)) {
        record.add(Opens, 1);
        if (ranks > 1) {
            record.add(CollectiveOpens, 1);
        }
        record.raise(Ranks, ranks);
        record.add(Hints, library::hints(info));
        record.add(MetaTime, endedNs - moments.ns(begun_));
        record.add(shared(io::OpenTime), endedNs - moments.ns(begun_));
        record.moment(shared(io::FirstOpen), moments.ns(begun_));
    }
}

void FileCall::closed() const noexcept {
    if (const io::FileRecord record = recordOf(closing_)) {
        record.add(Closes, 1);
        record.add(MetaTime, moments.ns(moments.ticks()) - moments.ns(begun_));
        record.moment(shared(io::FirstClose), moments.ns(begun_));
    }
}

void FileCall::removed(const char* name) const noexcept {
    if (name == nullptr || !begin()) {
        return;
    }
    if (const io::FileRecord record = recordOf(numberOf(name))) {
        record.add(Removals, 1);
        record.add(MetaTime, moments.ns(moments.ticks()) - moments.ns(begun_));
    }
}

void FileCall::did(MPI_File file, Other what) const noexcept {
    if (const io::FileRecord record = recordOf(file)) {
        record.add(fieldOf(what), 1);
        record.add(MetaTime, moments.ns(moments.ticks()) - moments.ns(begun_));
    }
}

void FileCall::hinted(MPI_File file, MPI_Info info) const noexcept {
    if (const io::FileRecord record = recordOf(file)) {
        record.add(Hints, library::hints(info));
    }
}

bool FileCall::moved(MPI_File file, Way way, Direction direction,
                     std::int64_t bytes) const noexcept {
    io::OpenFile* const known = openFiles.of(keyOf(file));
    const io::FileRecord record =
        recordOf(known != nullptr ? known->file : std::uint32_t{io::FileTable::kExcluded});
    if (!record) {
        return false;
    }
    const bool writes = direction == Direction::Write;
    const io::Access access{writes, static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)),
                            -1, moments.ns(begun_), moments.ns(moments.ticks())};
    countAccess(record, way, access);
    bins.count(access);
    const std::uint32_t now = writes ? 2 : 1;
    if (known->last != now) {
        record.add(Turns, known->last != 0 ? 1 : 0);
        known->last = now;
    }
    return true;
}

void FileCall::completed(MPI_File file, Direction direction) const noexcept {
    if (const io::FileRecord record = recordOf(file)) {
        const bool writes = direction == Direction::Write;
        const std::int64_t endedNs = moments.ns(moments.ticks());
        record.add(writes ? shared(io::WriteTime) : shared(io::ReadTime),
                   endedNs - moments.ns(begun_));
        record.moment(writes ? shared(io::FirstWrite) : shared(io::FirstRead), endedNs);
    }
}

}  // namespace gantry::mpi::files
