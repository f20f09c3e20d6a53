#pragma once

#include <perf/engine/AtomicWord.hpp>

#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// One call-path node as its thread writes it and any thread reads it: plain data of a fixed size.
///
/// `version` counts starts and stops. It is odd while the node runs, and (version + 1) / 2 is the
/// number of calls. Each metric has two words: word 0 holds the sum of the finished calls and
/// counts while the version is even; word 1 holds that sum minus the reading at the start and
/// counts while the version is odd. An update writes the words that do not count yet and then the
/// version. So the record is whole at every instant, also when its writer is killed or descheduled
/// in the middle, and a reader that finds the same version before and after has one consistent
/// state.
struct NodeRecord {
    std::uint32_t id;        ///< timer
    std::uint32_t parent;    ///< index of the node above, kNone at the top
    std::uint64_t version;   ///< see above
    std::uint64_t value[2];  ///< first metric; the pairs of the others follow in memory

    /// Bytes of a record with that many metrics.
    static constexpr std::size_t size(std::size_t metrics) noexcept {
        return sizeof(NodeRecord) + (metrics - 1) * sizeof(value);
    }

    std::uint64_t& word(std::size_t metric, std::size_t slot) noexcept {
        return reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::byte*>(this) +
                                                offsetof(NodeRecord, value))[2 * metric + slot];
    }
    const std::uint64_t& word(std::size_t metric, std::size_t slot) const noexcept {
        return const_cast<NodeRecord*>(this)->word(metric, slot);
    }

    /// Writer only.
    void begin(const std::uint64_t* now, std::size_t metrics) noexcept {
        for (std::size_t m = 0; m < metrics; ++m) {
            storeRelease(word(m, 1), loadRelaxed(word(m, 0)) - now[m]);
        }
        storeRelease(version, loadRelaxed(version) + 1);
    }

    /// Writer only.
    void end(const std::uint64_t* now, std::size_t metrics) noexcept {
        for (std::size_t m = 0; m < metrics; ++m) {
            storeRelease(word(m, 0), loadRelaxed(word(m, 1)) + now[m]);
        }
        storeRelease(version, loadRelaxed(version) + 1);
    }
};

static_assert(sizeof(NodeRecord) == 32);

}  // namespace gantry::perf
