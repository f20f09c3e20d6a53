#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The values of single ranks where there are too many of them for a call tree each: one column for
/// each timer, with a quantised value for each rank.
namespace gantry::perf {

/// Up to so many ranks, a profile keeps the threads and call trees of every rank; with more, it has
/// these together, and the values of single ranks are in columns.
inline constexpr std::uint32_t kMostExactRanks = 64;

/// So many neighbouring ranks share a block of columns: a power of two.
inline constexpr std::uint32_t kRanksInBlock = 1024;

/// By what part of itself a value in a column is off at most. Those below 256 are exact.
inline constexpr double kColumnError = 1.0 / 256;

/// A whole number of a column: the sign, an exponent, and the leading eight binary digits, rounded.
/// Equal codes are equal values, and codes of values of one sign have their order.
std::uint32_t columnCode(std::int64_t value) noexcept;
/// The value that a code stands for. Codes that columnCode() does not give count as the nearest.
std::int64_t columnValue(std::uint32_t code) noexcept;

/// What ranks have of one timer, or of all (RankColumns::totals).
struct RankColumn {
    std::vector<std::uint32_t> ranks;  ///< that have it, as distance from the first; ascending
    /// One list of codes for each figure, one code for each of these ranks. Of a timer: its calls,
    /// then the inclusive value of each metric, then the exclusive ones. Of all: threads that
    /// count, calls, CPU time in ns, then what was measured of each metric.
    std::vector<std::vector<std::uint32_t>> figures;

    friend bool operator==(const RankColumn&, const RankColumn&) = default;
};

/// The values of neighbouring ranks.
struct RankColumns {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    RankColumn totals{};
    /// Name, type, group and kind say which timer a column is of; in the order of the first rank
    /// that has it.
    std::vector<TimerInfo> timers{};
    std::vector<RankColumn> columns{};  ///< one for each of them

    friend bool operator==(const RankColumns&, const RankColumns&) = default;
};

/// Figures of the totals before those of metrics.
inline constexpr std::size_t kTotalThreads = 0;
inline constexpr std::size_t kTotalCalls = 1;
inline constexpr std::size_t kTotalCpu = 2;
inline constexpr std::size_t kTotalMeasured = 3;

/// Those of one rank, whose profile has its values over ranks. Values are as measured.
RankColumns columnsOf(std::uint32_t rank, const Profile& profile);

/// Adds those of the ranks directly above.
void join(RankColumns& low, RankColumns high);

/// One column in the bytes that are in an archive (docs/formats/archive.md).
std::string packColumn(const RankColumn& column, std::uint32_t count);

/// The inverse. Throws std::invalid_argument for bytes that are cut short or contradict themselves.
RankColumn unpackColumn(std::string_view bytes, std::uint32_t count);

/// One rank's figures out of such bytes, without unpacking the others; empty where the rank has
/// none. Throws as unpackColumn().
std::vector<std::int64_t> figuresIn(std::string_view bytes, std::uint32_t count,
                                    std::uint32_t place);

/// A timer and its packed column.
struct PackedColumn {
    TimerInfo timer{};  ///< name, type, group and kind
    std::string bytes{};

    friend bool operator==(const PackedColumn&, const PackedColumn&) = default;
};

/// A block of ranks as it is kept.
struct RankBlock {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::string totals{};
    std::vector<PackedColumn> columns{};

    friend bool operator==(const RankBlock&, const RankBlock&) = default;
};

/// The columns as an archive keeps them. Values are rounded: see kColumnError.
RankBlock packed(const RankColumns& columns);

}  // namespace gantry::perf
