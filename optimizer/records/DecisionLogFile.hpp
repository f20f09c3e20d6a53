#pragma once

#include <tuning/Entry.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace records {

inline constexpr int kDecisionLogVersion = 1;

/// The first line of a decision log, and the line of an entry (docs/formats/decision-log.md), both
/// with a line end.
std::string decisionLogHeader();
std::string lineOf(const tuning::Entry& entry);

/// The entries of a decision log, the oldest first. A last line without a line end, as a killed
/// program leaves it, is ignored. Throws RecordsError, with file and line, if the file cannot be
/// read, is not a decision log, has a newer version or is damaged.
std::vector<tuning::Entry> readDecisionLog(const std::filesystem::path& file);

}  // namespace records
