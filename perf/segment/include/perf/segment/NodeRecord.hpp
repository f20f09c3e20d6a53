#pragma once

#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/Layout.hpp>
#include <perf/segment/detail/VersionWord.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// One call-path node as its thread writes it and any thread reads it: plain data of a fixed size.
///
/// The lower 48 bits of `version` count starts and stops: odd while the node runs, and half of
/// count + 1, rounded down, is the number of calls. Its upper 16 bits are a checksum of the count,
/// of id and parent, and of the words that count now. Each metric has two words: word 0 holds the
/// sum of the finished calls and counts while the version is even; word 1 holds that sum minus the
/// reading at the start and counts while the version is odd. An update writes the words that do not
/// count yet and then the version. So the record is whole at every instant, also when its writer is
/// killed or descheduled in the middle, and a reader that finds the same version before and after
/// has one consistent state.
///
///     node.begin(&started, 1);    // one metric: the clock at the start
///     node.end(&stopped, 1);      // word(0, 0) has grown by stopped - started
struct NodeRecord {
    std::uint32_t id;        ///< timer
    std::uint32_t parent;    ///< index of the node above, kNone at the top
    std::uint64_t version;   ///< see above
    std::uint64_t value[2];  ///< first metric; the pairs of the others follow in memory

    /// Bytes of a record with that many metrics. metrics is at least 1.
    static constexpr std::size_t size(std::size_t metrics) noexcept {
        return sizeof(NodeRecord) + (metrics - 1) * sizeof(value);
    }

    /// Word 0 (sum) or 1 (sum minus start) of a metric; lies behind the struct for all metrics but
    /// the first, so the record must have been allocated with size().
    std::uint64_t& word(std::size_t metric, std::size_t slot) noexcept {
        return reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::byte*>(this) +
                                                offsetof(NodeRecord, value))[2 * metric + slot];
    }
    /// The same for readers.
    const std::uint64_t& word(std::size_t metric, std::size_t slot) const noexcept {
        return const_cast<NodeRecord*>(this)->word(metric, slot);
    }

    /// Writer only. A call starts at the readings `now`, one for each metric; the node must be at
    /// rest. Readings are in ticks of the metrics; sums wrap around and stay right, as all
    /// arithmetic is modulo 2^64.
    [[gnu::always_inline]] void begin(const std::uint64_t* now, std::size_t metrics) noexcept {
        std::uint64_t mixed = 0;
        for (std::size_t m = 0; m < metrics; ++m) {
            // The sum less the start: at the end the reading is added, and the difference is the
            // time.
            const std::uint64_t next = loadRelaxed(word(m, 0)) - now[m];
            mixed = mix(mixed, next);
            storeRelease(word(m, 1), next);
        }
        storeRelease(version, checksummedVersion(loadRelaxed(version) + 1, mixed));
    }

    /// Writer only. The call that runs ends at the readings `now`. The node must be running.
    [[gnu::always_inline]] void end(const std::uint64_t* now, std::size_t metrics) noexcept {
        std::uint64_t mixed = 0;
        for (std::size_t m = 0; m < metrics; ++m) {
            const std::uint64_t next = loadRelaxed(word(m, 1)) + now[m];
            mixed = mix(mixed, next);
            storeRelease(word(m, 0), next);
        }
        storeRelease(version, checksummedVersion(loadRelaxed(version) + 1, mixed));
    }

    /// Counts calls that take no time of their own: inside the call that runs, or of none. The sums
    /// and what runs stay as they are. Writer only. Must not be called between begin() and end() of
    /// another thread: as all of these, it is for the one writer.
    void addCalls(std::uint64_t calls, std::size_t metrics) noexcept {
        const std::uint64_t before = loadRelaxed(version);
        std::uint64_t mixed = 0;
        for (std::size_t m = 0; m < metrics; ++m) {
            mixed = mix(mixed, loadRelaxed(word(m, before & 1U)));
        }
        storeRelease(version, checksummedVersion(before + 2 * calls, mixed));
    }

    /// The count of starts and stops, without the checksum.
    static constexpr std::uint64_t countOf(std::uint64_t checksummedOne) noexcept {
        return VersionWord::countOf(checksummedOne);
    }

    /// Taking one metric's counting word in, beginning with 0. The rotation makes the order of the
    /// words count.
    static constexpr std::uint64_t mix(std::uint64_t mixed, std::uint64_t word) noexcept {
        return std::rotl(mixed, 17) ^ word;
    }

    /// The version for a count, of which the lower 48 bits are taken, and mixed counting words. A
    /// reader compares what it gives for what was read with the version that was read.
    std::uint64_t checksummedVersion(std::uint64_t wanted, std::uint64_t mixed) const noexcept {
        return VersionWord::of(wanted, std::uint64_t{parent} << 32U | id, mixed);
    }
};

static_assert(sizeof(NodeRecord) == 32);

}  // namespace gantry::perf
