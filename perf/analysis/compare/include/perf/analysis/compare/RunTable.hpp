#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Which values of the profiles a RunTable takes.
struct RunTableOptions {
    std::string metric;                            ///< empty: the first one of the first run
    bool perRank = false;                          ///< divide by the number of ranks of each run
    std::map<std::string, std::string> renames{};  ///< old name of a timer -> new name
};

/// One call path: the same timers, one in another, in whichever thread. A parent comes before its
/// children.
struct RunTableRow {
    std::int64_t parent = -1;  ///< place of the row above; -1 at the top
    std::int32_t depth = 0;
    TimerInfo timer;
};

/// What one run has, beside its values.
struct RunTableRun {
    std::string name;
    std::string created;  ///< UTC, as text that can be compared
    std::string partial;  ///< what is missing; empty: nothing
    double elapsed = 0;   ///< seconds from beginning to end
    std::uint32_t ranks = 1;
    bool overRanks = false;  ///< its values are those of all ranks
};

/// The values of many runs by call path, for one metric. Values of all threads with the same call
/// path are summed. Adding a profile costs one look-up for each of its call paths; 24 bytes are
/// kept for each row and run, and the profile is not needed any more.
///
/// Runs are added once each and never change; rows are those of all runs, in the order in which
/// they were met, so the place of a row stays. Not for several threads while runs are added.
///
///     RunTable table(RunTableOptions{.metric = "wall"});
///     const std::size_t before = table.add("before.gantry", firstProfile);
///     const std::size_t after = table.add("after.gantry", secondProfile);
///     const Comparison found = compareRuns(table, {before}, {after}, ComparisonOptions());
class RunTable final {
public:
    /// An empty metric is replaced by the one that is chosen with the first run.
    explicit RunTable(RunTableOptions options) : options_(std::move(options)) {}

    /// The place of the run, from 0. Throws std::invalid_argument where the profile does not have
    /// the metric, or has it in another unit; the message begins with the name.  Where it throws,
    /// no run was added.
    std::size_t add(const std::string& name, const Profile& profile);

    /// By place of the row; parents first.
    [[nodiscard]] const std::vector<RunTableRow>& rows() const { return rows_; }
    /// By place of the run, as add() returned it. Elements move with the next add().
    [[nodiscard]] const std::vector<RunTableRun>& runs() const { return runs_; }
    /// The name that the options say, or that of the first run's first metric; empty before a run
    /// was added.
    [[nodiscard]] const std::string& metric() const { return options_.metric; }
    /// Of self(), total(), error() and sum(); empty before a run was added.
    [[nodiscard]] const std::string& unit() const { return unit_; }
    /// Whether values are divided by the number of ranks of their run.
    [[nodiscard]] bool isPerRank() const { return options_.perRank; }

    /// Values of one row in one run; 0 where the run does not have it. Exclusive, inclusive, and
    /// number of calls; divided by the ranks where the options say so.
    [[nodiscard]] double self(std::size_t run, std::size_t row) const;
    [[nodiscard]] double total(std::size_t run, std::size_t row) const;
    [[nodiscard]] double calls(std::size_t run, std::size_t row) const;
    /// By how much the value is off at most, because not all calls were timed.
    [[nodiscard]] double error(std::size_t run, std::size_t row) const;
    /// The sum of self() over all rows.
    [[nodiscard]] double sum(std::size_t run) const { return sums_[run]; }

    /// The names from the top to the row, joined by " > ". Costs the depth of the row.
    [[nodiscard]] std::string path(std::size_t row) const;

private:
    // By place of the row; shorter where later runs have added rows.
    struct Values {
        std::vector<double> self;
        std::vector<double> total;
        std::vector<double> calls;
        std::vector<double> error;  ///< empty where all calls were timed
    };
    struct Hash {
        std::size_t operator()(const std::pair<std::int64_t, std::size_t>& key) const noexcept {
            return static_cast<std::size_t>(key.first + 1) * 0x9e3779b97f4a7c15U ^ key.second;
        }
    };

    // The place of the metric in a profile; takes name and unit from the first run.
    std::size_t metricIn(const std::string& name, const Profile& profile);
    // These make a place where there is none yet.
    std::size_t timerPlace(const TimerInfo& timer);
    std::size_t rowPlace(std::int64_t parent, std::size_t timer);
    void addThread(const Profile& profile, const ThreadProfile& thread, std::size_t metric,
                   const std::vector<std::size_t>& timers, Values& values);

    RunTableOptions options_;
    std::string unit_;
    std::vector<TimerInfo> timers_;
    std::unordered_map<std::string, std::size_t> timerPlaces_;
    std::unordered_map<std::pair<std::int64_t, std::size_t>, std::size_t, Hash> rowPlaces_;
    std::vector<RunTableRow> rows_;
    std::vector<RunTableRun> runs_;
    std::vector<Values> values_;
    std::vector<double> sums_;
};

}  // namespace gantry::perf
