#pragma once

#include <perf/analysis/TraceRows.hpp>
#include <perf/trace/Replay.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gantry::perf {

/// How a listed trace is written, one row at a time.
class TraceText final {
public:
    enum class Format { Text, Csv, Json };

    TraceText(Format format, const Trace& trace);

    [[nodiscard]] std::string head() const;
    [[nodiscard]] std::string line(const TraceRow& row);
    /// What there is in all, and whether its totals are the profile's; running: of a program that
    /// goes on.
    [[nodiscard]] std::string tail(const std::optional<perf::TotalsCheck>& check,
                                   bool running) const;

private:
    [[nodiscard]] std::string nameOf(const TraceRow& row) const;
    [[nodiscard]] std::string textLine(const TraceRow& row) const;
    [[nodiscard]] std::string jsonLine(const TraceRow& row);
    [[nodiscard]] std::string timeText(std::int64_t units) const;

    Format format_;
    const Trace& trace_;
    std::string unit_;
    bool isFirst_ = true;
};

}  // namespace gantry::perf
