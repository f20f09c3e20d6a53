#pragma once

#include <perf/archive/ArchiveError.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

/// What single ranks measured, in an archive of very many ranks. Each value is off by kColumnError
/// (perf/model/RankColumns.hpp) of itself at most.
namespace gantry::perf {

/// One rank over all its timers, threads of libraries left out. A plain value. calls and measured
/// are sums over the timers of the rank.
struct RankTotals {
    std::uint32_t rank = 0;
    std::int64_t threads = 0;
    std::int64_t calls = 0;
    std::int64_t cpuNs = 0;
    std::vector<std::int64_t> measured{};  ///< one for each metric, in its unit

    friend bool operator==(const RankTotals&, const RankTotals&) = default;
};

/// One timer on one rank, as measured. A plain value. inclusive and exclusive have the order of
/// Profile::metrics.
struct RankValues {
    std::uint32_t rank = 0;
    std::int64_t calls = 0;
    std::vector<std::int64_t> inclusive{};  ///< one for each metric, in its unit
    std::vector<std::int64_t> exclusive{};

    friend bool operator==(const RankValues&, const RankValues&) = default;
};

/// Every rank that measured something, ascending; empty where the archive has no such columns.
/// Throws ArchiveError, as the next. Opens and checks the archive.
std::vector<RankTotals> readRankTotals(const std::filesystem::path& path);

/// The ranks that started a timer, ascending. timer: its place in Profile::ranks. Reads the values
/// of this timer only.
std::vector<RankValues> readRankValues(const std::filesystem::path& path, std::uint32_t timer);

}  // namespace gantry::perf
