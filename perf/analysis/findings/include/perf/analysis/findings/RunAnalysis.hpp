#pragma once

#include <perf/analysis/findings/Efficiency.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/TraceAnalysis.hpp>
#include <perf/model/Profile.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// One run, and what was found in it.
struct RunAnalysis {
    std::string name;  ///< as it was given, such as the path of its archive
    RunEfficiency efficiency;
    /// How much less the first run computed in all (computationEfficiency); of a first run nothing.
    std::optional<double> computation{};
    std::optional<TraceAnalysis> trace{};  ///< nothing where the run has none
    std::vector<Finding> findings{};       ///< largest expected gain first
    std::vector<Finding> tested{};         ///< all hypotheses that apply, by their names
    double least = 0.05;                   ///< the gain from which on something is a finding
    std::string machine{};                 ///< whose costs were used, in words

    /// Parallel efficiency times computation efficiency.
    [[nodiscard]] double global() const noexcept {
        return efficiency.whole.factors.parallel * computation.value_or(1);
    }
};

/// Its script, program or executable; empty where it does not say.
std::string programOf(const Profile& profile);

/// Throws std::invalid_argument where runs, with their names and programs, are of different ones,
/// and names both: an efficiency compared between these means nothing. Runs without a program are
/// accepted.
///
///     requireOneProgram({{"a.gantry", programOf(first)}, {"b.gantry", programOf(second)}});
void requireOneProgram(const std::vector<std::pair<std::string, std::string>>& runs);

/// For people. Names may contain any bytes: callers make the text printable.
std::string analysisText(const std::vector<RunAnalysis>& runs, std::size_t most);

/// docs/formats/analysis.md.
std::string analysisJson(const std::vector<RunAnalysis>& runs);

}  // namespace gantry::perf
