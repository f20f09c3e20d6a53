#pragma once

#include <perf/archive/History.hpp>
#include <tuning/Entry.hpp>

#include <filesystem>
#include <vector>

#include "DecisionLogFile.hpp"

namespace records {

/// An entry of a decision log as it is kept in an archive. beganAt: the start of the measurement,
/// in seconds since 1970.
[[nodiscard]] gantry::perf::ArchivedDecision archived(const tuning::Entry& entry, double beganAt);

/// Decisions that are kept for an archive as entries again. file: named in the message of
/// RecordsError, which is thrown for an unknown reason or status.
[[nodiscard]] std::vector<tuning::Entry> entriesOf(
    const std::filesystem::path& file,
    const std::vector<gantry::perf::ArchivedDecision>& decisions);

/// The decisions in an archive (docs/formats/archive.md) as entries, the oldest first; empty if
/// there are none, or if an older Gantry wrote the archive. Throws gantry::perf::ArchiveError, and
/// RecordsError for an unknown reason or status.
[[nodiscard]] std::vector<tuning::Entry> readArchivedLog(const std::filesystem::path& file);

/// A decision log, or the decisions in an archive, recognised by the first bytes of the file.
/// Throws what readDecisionLog or readArchivedLog throw.
[[nodiscard]] LoggedDecisions readLog(const std::filesystem::path& file);

}  // namespace records
