#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/timeline/Timeline.hpp>

#include <cstdint>
#include <string>

/// What the answers of several queries have in common.
namespace gantry::perf::timeline {

/// A moment with all its digits.
std::string secondsText(std::int64_t ns);

/// A report has signed whole numbers only; counts of a timeline are far below 2^63.
inline std::int64_t whole(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

inline ReportColumn rowNumber() {
    return {"row", "", "", ReportColumn::Shown::ToPrograms};
}

inline ReportColumn rowText() {
    return {"where", "where", ""};
}

inline const std::string& nameOf(const Timeline& timeline, std::uint32_t name) {
    return timeline.names()[name].text;
}

}  // namespace gantry::perf::timeline
