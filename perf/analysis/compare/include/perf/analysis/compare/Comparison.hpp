#pragma once

#include <perf/analysis/compare/RunFacts.hpp>
#include <perf/analysis/compare/RunTable.hpp>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// What may be said of a value in two sets of runs.
enum class Verdict {
    More,        ///< larger, by more than the limit and than noise explains; of times: slower
    Less,        ///< smaller likewise
    Same,        ///< the whole interval of the difference is within the limit
    CannotTell,  ///< none of these is sure
    OnlyBefore,  ///< no run of the second set has it
    OnlyAfter,   ///< no run of the first set has it
    Small,       ///< too small a part of the whole to be judged
};

/// "more", "less", "same", "cannot tell", "only in A", "only in B", "small". The words of the JSON
/// document and of tables; a literal.
std::string_view verdictName(Verdict verdict);

/// Shares and limits are parts of 1, not percentages.
struct ComparisonOptions {
    bool total = false;                ///< compare inclusive values; else exclusive ones
    double limit = 0.03;               ///< a smaller relative difference is not called a change
    double leastShare = 0.005;         ///< of the whole that a row has to have to be judged
    double leastContribution = 0.002;  ///< of the whole that a change has to be
    double falseRate = 0.05;           ///< part of the rows called changed that may be wrong
    double confidence = 0.95;          ///< of the intervals
    /// The relative standard deviation of the sum of one run, where there are too few runs to see
    /// it. Rows are not judged by it: each of them is noisier than the sum.
    std::optional<double> noise{};
};

/// A value in two sets of runs. Values are in the unit of the metric. `relative` and its bounds are
/// not numbers where the value before is not above 0, and bounds are infinite where there are too
/// few runs. `p` is of the test of Mann and Whitney, not corrected for the number of rows.
struct ValueComparison {
    double before = 0;  ///< median
    double after = 0;
    double difference = 0;  ///< shift of Hodges and Lehmann, with the bounds of its interval
    double low = 0;
    double high = 0;
    double relative = 0;
    double relativeLow = 0;
    double relativeHigh = 0;
    double p = 1;
    Verdict verdict = Verdict::CannotTell;
};

/// Of exclusive values, or of inclusive ones where the options say `total`; the contribution is of
/// exclusive values in any case, so that contributions add up. Rows that are too small have
/// Verdict::Small and no test.
struct RowComparison : ValueComparison {
    std::size_t row = 0;  ///< place in the table
    double callsBefore = 0;
    double callsAfter = 0;
    double contribution = 0;  ///< difference of the means of the exclusive values
};

/// A row only before and one only after, with the same calls in the same place. Only a hint: the
/// rows are still compared as two.
struct PossibleRename {
    std::size_t before = 0;
    std::size_t after = 0;
};

/// A plain value; places refer to the runs and rows of the table that was compared, which must
/// outlive what is made of both.
struct Comparison {
    std::vector<std::size_t> before;  ///< places of the runs
    std::vector<std::size_t> after;
    ComparisonOptions options;
    double limit = 0;          ///< the limit that was used: drift can raise it
    ValueComparison elapsed;   ///< of the whole runs, in seconds
    ValueComparison measured;  ///< sum of all exclusive values
    double noiseBefore = 0;    ///< relative standard deviation of the sums; NaN for a single run
    double noiseAfter = 0;
    std::size_t judged = 0;      ///< rows that are large enough
    std::size_t runsNeeded = 0;  ///< in each set, for a change of one row to be seen; 0: enough
    std::size_t runsForMeasured = 0;  ///< in each set, for a verdict on the sum; 0: there is one
    std::vector<RowComparison> rows;  ///< by place in the table
    std::vector<FactDifference> facts;
    std::vector<PossibleRename> renames;
    std::vector<std::string> warnings;  ///< what weakens the comparison, in words

    /// The difference of the means of the sums; contributions of all rows add up to it.
    double difference = 0;
};

/// No row is in both sets.
class NothingInBothError final : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// Compares runs of a table. A row is called changed where the test of Mann and Whitney says so
/// after the correction of Benjamini and Hochberg for all rows that are large enough, and the
/// difference is above the limit. Runs that are partial are left out where others remain;
/// otherwise nothing is called a change. The limit is raised where the sets were measured one
/// after the other and drift. facts: of each run of the table, or empty.
///
/// Throws std::invalid_argument where a set is empty, and NothingInBothError. Cost: the
/// product of the sizes of the sets for each row that is judged, and their sum for the others.
///
/// - p: Mann and Whitney (1947), exact for samples up to 25 values each without ties.
/// - difference and interval: Hodges and Lehmann (1963).
/// - correction over rows: Benjamini and Hochberg (1995), at ComparisonOptions::falseRate.
Comparison compareRuns(const RunTable& table, std::vector<std::size_t> before,
                       std::vector<std::size_t> after, const ComparisonOptions& options,
                       const std::vector<RunFacts>& facts = {});

/// A part of the difference of the means of the sums: a call path with everything below it. In the
/// unit of the metric; negative where the second set has less. A plain value; row is a place in the
/// table.
struct Contribution {
    std::int64_t row = -1;  ///< -1: what is not listed among those below the same row
    std::int32_t depth = 0;
    double self = 0;   ///< of the row alone
    double total = 0;  ///< with everything below it
};

/// The tree of contributions: rows whose total is at least `least` of the whole difference, each
/// followed by those below it and by a remainder, so that the total of a row is its self and the
/// totals directly below it. Largest first. The totals of depth 0 add up to the difference. least:
/// a part of 1.
std::vector<Contribution> contributionsOf(const RunTable& table, const Comparison& comparison,
                                          double least);

/// For people, at most 80 columns wide: what differs, the verdict, changed rows, contributions.
/// labels: names of both sets. most: rows of each list; 0: all. The references must outlive the
/// call of the functions below.
struct ComparisonText {
    const RunTable& table;
    const Comparison& comparison;
    std::string labelBefore;
    std::string labelAfter;
    std::size_t most = 20;
    /// How the reader gets more rows, such as an option; their number is put behind it. Empty:
    /// nothing is said.
    std::string moreBy{};
    /// How the reader says that a timer was renamed; OLD=NEW is put behind it.
    std::string renameBy{};
};
/// None of the three changes what it is given; equal inputs give equal texts.
std::string comparisonText(const ComparisonText& text);
/// The same as a Markdown document, with tables that are as wide as their contents.
std::string comparisonMarkdown(const ComparisonText& text);
/// "gantry-comparison", described in docs/formats/comparison.md.
std::string comparisonJson(const ComparisonText& text);

/// "slower" and "faster" for times, else "more" and "less"; the others as verdictName().
std::string verdictWord(Verdict verdict, const std::string& unit);

/// A line of these texts, "Elapsed    WORDS", or a paragraph of them, at most 80 columns wide and
/// printable.
std::string labelledLine(const std::string& label, const std::string& words);

/// "1.00 ms -> 1.10 ms, +10.0 % (+9.1 to +10.9 %): slower".
std::string valueWords(const ValueComparison& value, const std::string& unit);

}  // namespace gantry::perf
