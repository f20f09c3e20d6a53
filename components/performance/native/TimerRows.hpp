#pragma once

#include <perf/document/TimerFile.hpp>
#include <perf/model/Flat.hpp>
#include <sidl/array.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace performance::native {

/// One timer as a port shows it, under its full name: timers with the same one are one.
using TimerRow = gantry::perf::TimerFigures;

/// The started timers of a profile, in the order of their registration, found by full name or by
/// unique bare name.
class TimerRows final {
public:
    explicit TimerRows(const gantry::perf::Profile& profile);

    [[nodiscard]] const std::vector<TimerRow>& rows() const noexcept { return rows_; }
    /// Null for a name that no timer has, or that several have as their bare name.
    [[nodiscard]] const TimerRow* find(const std::string& name) const;

private:
    void add(const gantry::perf::TimerRecord& record, std::int32_t running);

    std::vector<TimerRow> rows_;
    std::unordered_map<std::string, std::size_t> byFullName_;
    /// No row where several timers share the name.
    std::unordered_map<std::string, std::size_t> byName_;
};

/// [timer][counter] values; a null row gives zeros.
[[nodiscard]] sidl::array<double, 2> valuesOf(const std::vector<const TimerRow*>& rows,
                                              std::size_t counters,
                                              gantry::perf::MetricValues TimerRow::*values);

}  // namespace performance::native
