#pragma once

#include <base/hash/Fnv1a.hpp>
#include <tuning/Entry.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace records {

inline constexpr int kDecisionLogVersion = 2;

/// The lines of one decision log (docs/formats/decision-log.md), each with a line end, in the order
/// in which they are asked for: every line has a checksum of all bytes of the file before it. A
/// value; for one thread.
class DecisionLogLines final {
public:
    /// The first line.
    [[nodiscard]] std::string header();
    [[nodiscard]] std::string lineOf(const tuning::Entry& entry);
    /// The last line: without it a reader reports that the log is not complete.
    [[nodiscard]] std::string end();

private:
    std::string closed(std::string object);

    gantry::base::Fnv1a64 before_;
};

/// An entry as a JSON object in one line, without checksum and line end.
std::string jsonOf(const tuning::Entry& entry);

/// What a decision log, or the archive of a run, holds.
struct LoggedDecisions {
    std::vector<tuning::Entry> entries;  ///< the oldest first
    /// False for a log of version 1, in which a changed byte may go unnoticed.
    bool hasChecksums = true;
    /// False where the end is missing: the program was killed, or the file was cut. The entries are
    /// the first ones then. Unknown, and true, for version 1.
    bool isComplete = true;
};

/// Reads a decision log. A last line that is not complete, as a killed program leaves it, is
/// ignored. Throws RecordsError, with file and line, if the file cannot be read, is not a decision
/// log, has a newer version or is damaged.
LoggedDecisions readDecisionLog(const std::filesystem::path& file);

}  // namespace records
