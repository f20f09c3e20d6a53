#pragma once

#include <perf/analysis/TraceRows.hpp>
#include <perf/trace/Replay.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gantry::perf {

/// How a listed trace is written, one row at a time. The whole is head(), line() of each row,
/// tail(), one after the other; nothing of it is kept, so a long trace takes no memory.
///
///     output << text.head();
///     for (TraceRow row; rows.next(row);) { output << text.line(row); }
///     output << text.tail(check, false);
class TraceText final {
public:
    /// Text: columns for people; Csv: a head line and a line for each row; Json: one object with
    /// all rows.
    enum class Format { Text, Csv, Json };

    /// The trace must outlive this: names are looked up in it.
    TraceText(Format format, const Trace& trace);

    /// What comes before the first line; may be empty. With its own line feed.
    [[nodiscard]] std::string head() const;
    /// Rows must be handed in in their order: of JSON the first one has no comma before it.
    [[nodiscard]] std::string line(const TraceRow& row);
    /// What there is in all, and whether its totals are the profile's; running: of a program that
    /// goes on.
    [[nodiscard]] std::string tail(const std::optional<perf::TotalsCheck>& check,
                                   bool running) const;

private:
    [[nodiscard]] std::string nameOf(const TraceRow& row) const;
    [[nodiscard]] std::string textLine(const TraceRow& row) const;
    [[nodiscard]] std::string jsonLine(const TraceRow& row);
    // Of a time in units of the first metric.
    [[nodiscard]] std::string timeText(std::int64_t units) const;

    Format format_;
    const Trace& trace_;
    std::string unit_;
    // No row of JSON has been written.
    bool isFirst_ = true;
};

}  // namespace gantry::perf
