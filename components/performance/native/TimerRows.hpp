#pragma once

#include <perf/document/TimerFile.hpp>
#include <perf/model/Flat.hpp>
#include <sidl/array.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace performance::native {

/// One timer as a port shows it.
using TimerRow = gantry::perf::TimerFigures;

/// The started timers of a profile, in the order of their registration, found by full name or by
/// unique bare name.
class TimerRows final {
public:
    /// Whether timers of one full name in several groups have a row each.
    enum class Groups { Together, Apart };
    explicit TimerRows(const gantry::perf::Profile& profile, Groups groups = Groups::Together);

    [[nodiscard]] const std::vector<TimerRow>& rows() const noexcept { return rows_; }
    /// The first timer of each row, by its id.
    [[nodiscard]] const std::vector<std::uint32_t>& ids() const noexcept { return ids_; }
    /// Null for a name that no timer has, or that several have as their bare name.
    [[nodiscard]] const TimerRow* find(const std::string& name) const;

private:
    void add(const gantry::perf::TimerRecord& record, std::int32_t running);

    Groups groups_;
    std::vector<TimerRow> rows_;
    std::vector<std::uint32_t> ids_;
    std::unordered_map<std::string, std::size_t> byFullName_;
    /// No row where several timers share the name.
    std::unordered_map<std::string, std::size_t> byName_;
};

/// [timer][counter] values; a null row gives zeros.
[[nodiscard]] sidl::array<double, 2> valuesOf(const std::vector<const TimerRow*>& rows,
                                              std::size_t counters,
                                              gantry::perf::MetricValues TimerRow::*values);

}  // namespace performance::native
