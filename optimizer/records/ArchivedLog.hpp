#pragma once

#include <perf/archive/History.hpp>
#include <tuning/Entry.hpp>

#include <filesystem>
#include <vector>

namespace records {

/// An entry of a decision log as an archive keeps it. beganAt: when the measurement began, in
/// seconds since 1970.
[[nodiscard]] gantry::perf::ArchivedDecision archived(const tuning::Entry& entry, double beganAt);

/// The decisions in an archive (docs/formats/archive.md) as entries, the oldest first; empty where
/// none were made, or an older Gantry wrote it. Throws gantry::perf::ArchiveError, and RecordsError
/// for a reason or status that is not known.
[[nodiscard]] std::vector<tuning::Entry> readArchivedLog(const std::filesystem::path& file);

/// The entries of a decision log or of an archive; the first bytes of the file tell which it is.
/// Throws what readDecisionLog or readArchivedLog throw.
[[nodiscard]] std::vector<tuning::Entry> readLog(const std::filesystem::path& file);

}  // namespace records
