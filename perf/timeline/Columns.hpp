#pragma once

#include <perf/timeline/TimelineTypes.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace gantry::perf::timeline {

/// A window in columns of equal width, but for a ns.
class Columns final {
public:
    Columns(TimelineWindow window, std::uint32_t count)
        : from_(limited(window.from)),
          to_(std::max(from_, limited(window.to))),
          count_(std::max(count, std::uint32_t{1})) {}

    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    /// Where a column begins; that of count() is the end.
    [[nodiscard]] std::int64_t begin(std::uint32_t column) const noexcept {
        __extension__ using Wide = __int128;
        return from_ + static_cast<std::int64_t>(Wide{to_ - from_} * column / count_);
    }
    [[nodiscard]] TimelineWindow window() const noexcept { return {from_, to_}; }

private:
    static std::int64_t limited(std::int64_t ns) noexcept {
        constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 4;
        return std::clamp(ns, -kFarthest, kFarthest);
    }

    std::int64_t from_;
    std::int64_t to_;
    std::uint32_t count_;
};

}  // namespace gantry::perf::timeline
