#pragma once

#include <perf/segment/Layout.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <sys/types.h>

namespace gantry::perf {

struct OwnedFile;

/// Where a segment lives and how large it may become.
struct SegmentOptions {
    /// A folder for the file; made with mode 0700 when it is missing. Empty: memory of the process
    /// alone, which ends with it.
    std::filesystem::path folder{};
    /// Bytes beyond which it does not grow; at least kLeastSegment.
    std::size_t limit = std::size_t{64} << 20U;
    /// Whether some calls are counted and not timed: then it has version 3.
    bool sampled = false;
};

/// A smaller limit is raised to this.
inline constexpr std::size_t kLeastSegment = std::size_t{256} << 10U;
/// As far as a place reaches.
inline constexpr std::size_t kLargestSegment = std::size_t{0xffffffffU} * kPlaceUnit;

/// The memory an engine measures into: one mapping that grows up to a limit and never moves.
///
/// With a folder it is a file that other processes can read while it grows and that survives the
/// process; each byte is reserved on the disk before it is touched, so a full disk never kills the
/// program. Where the file cannot be made, or cannot grow, the segment goes on as, or stays, what
/// it is; note() says why. Memory is given out by any thread and never reclaimed.
///
/// The mapping has its full size from the beginning (address space, not memory), which is why
/// nothing ever moves. Addresses are valid as long as the object. The file is locked (F_OFD_SETLK)
/// while the process writes, so that readers see when it has died or has become another program.
class Segment final {
public:
    /// A limit below kLeastSegment is taken for that. Throws std::bad_alloc where not even plain
    /// memory can be had. One above the 32nd part of a limited address space is taken for that.
    explicit Segment(const SegmentOptions& options);
    ~Segment();
    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    /// At the begin of the memory. Valid as long as this object.
    SegmentHeader& header() noexcept { return *reinterpret_cast<SegmentHeader*>(base_); }
    [[nodiscard]] const SegmentHeader& header() const noexcept {
        return *reinterpret_cast<const SegmentHeader*>(base_);
    }
    /// Records are added by way of a RecordStore.
    StoreHeader& table(Table table) noexcept {
        return header().tables[static_cast<std::size_t>(table)];
    }

    /// Zeroed memory in whole units of 64 bytes, or nullptr when the limit or the disk is reached.
    /// The last sixteenth of the limit, and the last 16 KiB on a full disk, are kept for what asks
    /// with `reserve`: threads, and records of what did not fit. Takes a mutex and, at times, a
    /// system call.
    void* allocate(std::size_t bytes, bool reserve = false) noexcept;

    /// The place of memory that allocate() returned, or of the unit that a byte lies in.
    [[nodiscard]] std::uint32_t placeOf(const void* memory) const noexcept {
        return static_cast<std::uint32_t>(
            static_cast<std::size_t>(static_cast<const std::byte*>(memory) - base_) / kPlaceUnit);
    }
    /// The address of a place. Not checked.
    [[nodiscard]] std::byte* at(std::uint32_t place) const noexcept {
        return base_ + std::size_t{place} * kPlaceUnit;
    }
    /// Also of the header. The same all its life, in a forked child, too.
    [[nodiscard]] const std::byte* base() const noexcept { return base_; }

    /// Empty where the segment is not a file.
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
    /// Why the segment is not the file that was asked for; else empty.
    [[nodiscard]] const std::string& note() const noexcept { return note_; }

    /// Leaves the file behind at the end.
    void keepFile() noexcept { keepFile_ = true; }

    /// Nothing is written any more: says so in the header and removes the file. The memory stays
    /// until this object goes, which does the same. A second call, and a call in a forked child
    /// that has no segment of its own, do nothing.
    void end() noexcept;

    /// Before a fork: keeps other threads from taking memory and notes how far it is in use. The
    /// caller keeps other threads from publishing records in the tables.
    void beforeFork() noexcept;
    /// Ends what beforeFork() began.
    void afterForkInParent() noexcept { mutex_.unlock(); }
    /// usable: false where beforeFork() was not called, because the fork came in the middle of a
    /// use: then nothing is known of the memory, which becomes a private copy and stays foreign.
    void afterForkInChild(bool usable) noexcept;

    /// Whether the memory is that of the process this one was forked from.
    [[nodiscard]] bool isForeign() const noexcept {
        return owner_.load(std::memory_order_acquire) != Owner::This;
    }

    /// Whether it stays foreign, and the mutexes around it may be taken for ever.
    [[nodiscard]] bool isLost() const noexcept {
        return owner_.load(std::memory_order_acquire) == Owner::ParentForEver;
    }

    /// The process this one was forked from, in a child; else 0.
    [[nodiscard]] pid_t parent() const noexcept { return parent_; }

    /// Takes memory of its own at the same addresses, with the tables as they were at the fork and
    /// records of threads that are empty but for their names; a file of its own where the parent
    /// had one, else, or where that cannot be made, plain memory. False where there is no memory
    /// for it. Called once, while no other thread writes or reads; separated() follows.
    bool separate() noexcept;
    /// What separate() has made can be used by all threads.
    void separated() noexcept { owner_.store(Owner::This, std::memory_order_release); }

private:
    enum class Owner : std::uint8_t { This, Parent, ParentForEver };

    void useFile(const std::filesystem::path& folder, std::size_t backed);
    bool copyOfParents(const std::byte* shared) noexcept;
    /// Reserves at least that many bytes of the file on the disk; false, and a flag in the header,
    /// where it is full. Under mutex_.
    bool back(std::size_t bytes) noexcept;
    void writeHeader(bool sampled) noexcept;
    /// Which process writes, and since when. Of a new segment, and of a child's.
    void writeProcess() noexcept;

    std::byte* base_ = nullptr;
    std::size_t limit_;
    // Of the file; never null.
    std::unique_ptr<OwnedFile> owned_;
    bool keepFile_ = false;
    std::atomic<Owner> owner_{Owner::This};
    pid_t parent_ = 0;
    // Bytes and records that were in use when the parent forked: what the child goes on with.
    std::uint64_t usedAtFork_ = 0;
    std::array<std::uint32_t, kTables> sizesAtFork_{};
    // For usedBytes and backedBytes of the header, and the descriptor.
    std::mutex mutex_;
    std::filesystem::path file_;
    std::string note_;
};

/// The bytes of a segment of this process, those to come as well; what records say is in use can be
/// touched. Costs nothing; the span is valid as long as the segment.
std::span<const std::byte> bytesOf(const Segment& segment) noexcept;
/// The same for who takes records out of its rings.
std::span<std::byte> writableBytesOf(Segment& segment) noexcept;

}  // namespace gantry::perf
