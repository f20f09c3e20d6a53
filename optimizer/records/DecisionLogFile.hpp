#pragma once

#include <tuning/Entry.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace records {

inline constexpr int kDecisionLogVersion = 1;

/// The first line of a decision log, and the line of an entry (docs/formats/decision-log.md); both
/// with their end of line.
std::string decisionLogHeader();
std::string lineOf(const tuning::Entry& entry);

/// The entries of a decision log, the oldest first. A last line without its end, as a killed
/// program leaves it, is left out. Throws RecordsError that names file and line where it cannot
/// be read, is not a decision log, is of a newer version or damaged.
std::vector<tuning::Entry> readDecisionLog(const std::filesystem::path& file);

}  // namespace records
