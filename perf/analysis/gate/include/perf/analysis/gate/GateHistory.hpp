#pragma once

#include <base/InputError.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The version of the file that GateHistory writes. A later one is refused as newer: the file is
/// shared by programs of several ages. Version 1 has no values of single runs; the first record
/// that is added makes it version 2.
inline constexpr int kGateHistoryVersion = 2;

/// A history cannot be used: which file and why.
class GateHistoryError final : public base::InputError {
public:
    using InputError::InputError;
};

/// One result of a gate. Values are in `unit`.
struct GateRecord {
    std::string time;    ///< UTC, as 2026-01-31T12:00:00Z
    std::string name;    ///< of the gate: what is measured
    std::string metric;  ///< as the gate names it
    std::string unit;
    std::string machine;   ///< stable facts of the machine; values of others are not comparable
    std::string revision;  ///< of the source, where it is known
    std::int64_t runs = 0;
    double median = 0;
    double baseline = 0;  ///< its median
    /// A part of 1, not a percentage; low and high likewise.
    double relative = 0;  ///< difference from the baseline, with its interval
    double low = 0;
    double high = 0;
    std::string verdict;         ///< slower, faster, same, cannot tell
    std::vector<double> values;  ///< of each run; empty in results of version 1

    friend bool operator==(const GateRecord&, const GateRecord&) = default;
};

/// Adds a record to the file, which is made where there is none. Safe against other programs that
/// add to it. Throws GateHistoryError. An SQLite database (docs/formats/gate-history.md); the
/// record is written in one transaction, which waits for that of another program.
///
///     addGateRecord("gates.sqlite", record);
///     for (const GateRecord& each : readGateRecords("gates.sqlite")) { ... }
void addGateRecord(const std::filesystem::path& file, const GateRecord& record);

/// All records of a file, in the order in which they were added. Throws GateHistoryError. A file
/// that is missing is an error of Kind::File.
std::vector<GateRecord> readGateRecords(const std::filesystem::path& file);

}  // namespace gantry::perf
