#pragma once

#include <perf/segment/ChecksummedCount.hpp>

#include <cstdint>

namespace gantry::perf {

/// How often one thread misused one timer (or event) in one way. Plain data of a fixed size. The
/// four first fields are written once, before the record is published; only the count changes, by
/// the thread itself. Found by its first four words: a second misuse of the same kind counts in the
/// same record.
///
///     if (checksummedCount::isWhole(record.count, record.content())) { ... }
struct MisuseRecord {
    std::uint32_t kind;   ///< MisuseKind
    std::uint32_t id;     ///< timer or event; kNone when the table was full
    std::uint32_t other;  ///< second timer of an overlap, else kNone
    std::uint32_t event;  ///< 1 when id is an event, else 0
    std::uint64_t count;  ///< a checksummedCount that belongs to content()

    /// The four words before the count, mixed: with them damage of any of them shows in the count.
    [[nodiscard]] std::uint64_t content() const noexcept {
        return checksummedCount::mix(std::uint64_t{kind} << 32U | id,
                                     std::uint64_t{other} << 32U | event);
    }
};

}  // namespace gantry::perf
