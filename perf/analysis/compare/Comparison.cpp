#include <base/text/Joined.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/compare/ValueComparisons.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

namespace gantry::perf {

namespace {

using Places = std::vector<std::size_t>;

// The parts are computed in the order of compare(): rows are judged by the whole, and by the limit
// that noteRuns() may have raised.
class Comparer final {
public:
    Comparer(const RunTable& table, const ComparisonOptions& options,
             const std::vector<RunFacts>& facts)
        : table_(table), facts_(facts) {
        result_.options = options;
        result_.limit = options.limit;
    }

    Comparison compare(Places before, Places after) {
        result_.before = usable(std::move(before), "first");
        result_.after = usable(std::move(after), "second");
        result_.rows.resize(table_.rows().size());
        requireCommonRow();
        noteFacts();
        noteRuns();
        compareSums();
        compareRows();
        findRenames();
        return std::move(result_);
    }

private:
    template <class Value>
    [[nodiscard]] std::vector<double> values(const Places& runs, Value value) const {
        std::vector<double> all;
        all.reserve(runs.size());
        for (const std::size_t run : runs) {
            all.push_back(value(run));
        }
        return all;
    }

    [[nodiscard]] double valueOf(std::size_t run, std::size_t row) const {
        return result_.options.total ? table_.total(run, row) : table_.self(run, row);
    }

    void warn(const std::string& text) { result_.warnings.push_back(text); }

    // Partial runs are left out where others remain.
    Places usable(Places runs, const std::string& which) {
        if (runs.empty()) {
            throw std::invalid_argument("the " + which + " set has no run");
        }
        Places whole;
        std::copy_if(runs.begin(), runs.end(), std::back_inserter(whole),
                     [&](std::size_t run) { return table_.runs()[run].partial.empty(); });
        if (whole.size() == runs.size()) {
            return runs;
        }
        const std::string number = base::plural(runs.size() - whole.size(), "partial run");
        if (whole.empty()) {
            partial_ = true;
            const RunTableRun& first = table_.runs()[runs.front()];
            warn("the " + which + " set has only " + number + " (" + first.name + ": " +
                 first.partial + "): values are too low, and nothing is called a change");
            return runs;
        }
        warn(number + " of the " + which + " set left out");
        return whole;
    }

    [[nodiscard]] bool has(const Places& runs, std::size_t row) const {
        return std::any_of(runs.begin(), runs.end(), [&](std::size_t run) {
            return table_.calls(run, row) > 0 || table_.total(run, row) != 0;
        });
    }

    // Runs without any call path, of programs that measured nothing, are compared by their elapsed
    // times alone.
    void requireCommonRow() {
        bool common = false;
        bool any = false;
        for (std::size_t row = 0; row < result_.rows.size(); ++row) {
            const bool before = has(result_.before, row);
            const bool after = has(result_.after, row);
            result_.rows[row].row = row;
            if (!before || !after) {
                result_.rows[row].verdict = before  ? Verdict::OnlyBefore
                                            : after ? Verdict::OnlyAfter
                                                    : Verdict::Small;
            }
            common = common || (before && after);
            any = any || before || after;
        }
        if (any && !common) {
            throw NothingInBothError(
                "no call path is in both: these are runs of different programs, or of different "
                "timers");
        }
    }

    void noteFacts() {
        if (facts_.empty()) {
            return;
        }
        const auto of = [&](const Places& runs) {
            std::vector<RunFacts> all;
            all.reserve(runs.size());
            for (const std::size_t run : runs) {
                all.push_back(facts_.at(run));
            }
            return all;
        };
        result_.facts = differingFacts(of(result_.before), of(result_.after));
        for (const auto& [keys, text] :
             {std::pair("script executable", "not the same program"),
              std::pair("machine processor cores", "not the same machine")}) {
            const std::string words = std::string(" ") + keys + ' ';
            const bool differs =
                std::any_of(result_.facts.begin(), result_.facts.end(), [&](const auto& fact) {
                    return words.find(' ' + fact.fact + ' ') != std::string::npos;
                });
            if (differs) {
                warn(text);
            }
        }
        for (const auto* runs : {&result_.before, &result_.after}) {
            const std::string keys = base::joined(unequalFacts(of(*runs)), ", ");
            if (!keys.empty()) {
                warn("the runs of the " +
                     std::string(runs == &result_.before ? "first" : "second") +
                     " set are not alike: " + keys);
            }
        }
    }

    [[nodiscard]] std::size_t leastRuns() const {
        return std::min(result_.before.size(), result_.after.size());
    }

    void noteRuns() {
        if (leastRuns() == 1) {
            warn(result_.options.noise
                     ? "a set has one run: noise was not measured, but taken to be " +
                           base::share(*result_.options.noise, 1) +
                           " for the whole; no row is called changed"
                     : "a set has one run: noise is not known, so nothing is called a change");
        }
        const auto ranks = [&](const Places& runs) {
            return median(values(runs, [&](std::size_t run) { return table_.runs()[run].ranks; }));
        };
        if (ranks(result_.before) != ranks(result_.after) && !table_.isPerRank()) {
            warn(
                "the numbers of ranks differ: values are sums over ranks, not divided by their "
                "number");
        }
        noteOrder();
    }

    // Sets that were measured one after the other.
    void noteOrder() {
        const auto created = [&](std::size_t run) { return table_.runs()[run].created; };
        const auto bounds = [&](const Places& runs) {
            std::string first = created(runs.front());
            std::string last = first;
            for (const std::size_t run : runs) {
                first = std::min(first, created(run));
                last = std::max(last, created(run));
            }
            return std::pair(first, last);
        };
        const auto [beginA, endA] = bounds(result_.before);
        const auto [beginB, endB] = bounds(result_.after);
        if (leastRuns() < 2 || beginA.empty() || beginB.empty() ||
            (endA >= beginB && endB >= beginA)) {
            return;
        }
        raiseLimit();
        std::string text =
            "the sets were measured one after the other: a drift of the machine looks like a "
            "change; measure them in turn, as a gate with a command for its baseline does";
        if (result_.limit > result_.options.limit) {
            text += "; within the sets values drifted, so the limit is " +
                    base::share(result_.limit, 1);
        }
        warn(text);
    }

    // A steady drift parts the sets by twice what it parts halves of them; half as much again is
    // for noise.
    void raiseLimit() {
        for (const Places* runs : {&result_.before, &result_.after}) {
            if (runs->size() < 4) {
                continue;
            }
            Places order = *runs;
            std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
                return table_.runs()[x].created < table_.runs()[y].created;
            });
            const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
            const auto sum = [&](std::size_t run) { return table_.sum(run); };
            const double first = median(values(Places(order.begin(), middle), sum));
            const double second = median(values(Places(middle, order.end()), sum));
            if (first > 0 && second > 0) {
                result_.limit = std::max(result_.limit, 3 * std::abs(std::log(second / first)));
            }
        }
    }

    void compareSums() {
        const auto sum = [&](std::size_t run) { return table_.sum(run); };
        const std::vector<double> before = values(result_.before, sum);
        const std::vector<double> after = values(result_.after, sum);
        result_.measured = judged(before, after);
        result_.difference = mean(after) - mean(before);
        result_.noiseBefore = noiseOf(before);
        result_.noiseAfter = noiseOf(after);
        const auto elapsed = [&](std::size_t run) { return table_.runs()[run].elapsed; };
        result_.elapsed = judged(values(result_.before, elapsed), values(result_.after, elapsed));
        if (result_.measured.verdict == Verdict::CannotTell) {
            result_.runsForMeasured = runsNeededFor(result_.measured, leastRuns(), result_.limit);
        }
    }

    [[nodiscard]] ValueComparison judged(const std::vector<double>& before,
                                         const std::vector<double>& after) const {
        constexpr double kAlpha = 0.01;
        ValueComparison value = compareValues(before, after, result_.options);
        value.verdict =
            partial_ ? Verdict::CannotTell : judgeValue(value, value.p < kAlpha, result_.limit);
        return value;
    }

    static double noiseOf(const std::vector<double>& values) {
        const double middle = mean(values);
        if (values.size() < 2 || !(middle > 0)) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        double squares = 0;
        for (const double value : values) {
            squares += (value - middle) * (value - middle);
        }
        return std::sqrt(squares / static_cast<double>(values.size() - 1)) / middle;
    }

    // The part of the whole, over the runs of both sets: it does not depend on the difference.
    [[nodiscard]] double shareOf(const std::vector<double>& before,
                                 const std::vector<double>& after) const {
        const double whole =
            (std::abs(result_.measured.before) * static_cast<double>(before.size()) +
             std::abs(result_.measured.after) * static_cast<double>(after.size()));
        double part = 0;
        for (const std::vector<double>* side : {&before, &after}) {
            for (const double value : *side) {
                part += std::abs(value);
            }
        }
        return whole > 0 ? part / whole : 0;
    }

    // Rows that are too small are not tested: each test makes the correction for all others
    // stricter.
    void compareRows() {
        Places tested;
        std::vector<double> p;
        // Single rows are much noisier than the whole.
        ComparisonOptions rowOptions = result_.options;
        rowOptions.noise.reset();
        for (RowComparison& row : result_.rows) {
            const auto value = [&](std::size_t run) { return valueOf(run, row.row); };
            const std::vector<double> before = values(result_.before, value);
            const std::vector<double> after = values(result_.after, value);
            const bool large = shareOf(before, after) >= result_.options.leastShare;
            const bool both =
                row.verdict != Verdict::OnlyBefore && row.verdict != Verdict::OnlyAfter;
            const Verdict verdict = large && both ? Verdict::CannotTell
                                    : both        ? Verdict::Small
                                                  : row.verdict;
            static_cast<ValueComparison&>(row) =
                large ? compareValues(before, after, rowOptions) : mediansOf(before, after);
            row.verdict = verdict;
            if (large && both) {
                tested.push_back(row.row);
                p.push_back(row.p);
            }
            setMeans(row);
        }
        result_.judged = tested.size();
        const std::vector<bool> significant = discoveries(p, result_.options.falseRate);
        for (std::size_t i = 0; i < tested.size() && !partial_; ++i) {
            RowComparison& row = result_.rows[tested[i]];
            row.verdict = judgeValue(row, significant[i] && isLarge(row), result_.limit);
        }
        noteNeeded();
    }

    void setMeans(RowComparison& row) const {
        const auto self = [&](std::size_t run) { return table_.self(run, row.row); };
        const auto calls = [&](std::size_t run) { return table_.calls(run, row.row); };
        row.contribution = mean(values(result_.after, self)) - mean(values(result_.before, self));
        row.callsBefore = median(values(result_.before, calls));
        row.callsAfter = median(values(result_.after, calls));
    }

    // Above what estimated values may be off by, and worth a word.
    [[nodiscard]] bool isLarge(const RowComparison& row) const {
        const auto error = [&](std::size_t run) { return table_.error(run, row.row); };
        const double off =
            std::hypot(median(values(result_.before, error)), median(values(result_.after, error)));
        const double whole =
            std::max(std::abs(result_.measured.before), std::abs(result_.measured.after));
        return std::abs(row.difference) > off &&
               std::abs(row.difference) > result_.options.leastContribution * whole;
    }

    // The smallest p that so many runs can reach has to pass the strictest step of the correction,
    // which is the rate divided by the number of tests. Fewer runs cannot find a single changed
    // row, however large the change.
    void noteNeeded() {
        if (result_.judged == 0) {
            return;
        }
        const std::size_t needed =
            runsForP(result_.options.falseRate / static_cast<double>(result_.judged));
        result_.runsNeeded = leastRuns() < needed ? needed : 0;
    }

    // Only where there is one candidate on each side; guessing among several would mislead.
    void findRenames() {
        using Key = std::pair<std::int64_t, std::pair<double, std::string>>;
        std::map<Key, std::vector<std::size_t>> old;
        std::map<Key, std::vector<std::size_t>> now;
        for (const RowComparison& row : result_.rows) {
            const RunTableRow& known = table_.rows()[row.row];
            const bool before = row.verdict == Verdict::OnlyBefore;
            if (before || row.verdict == Verdict::OnlyAfter) {
                const Key key{known.parent,
                              {before ? row.callsBefore : row.callsAfter,
                               std::string(kindName(known.timer.kind))}};
                (before ? old : now)[key].push_back(row.row);
            }
        }
        for (const auto& [key, rows] : old) {
            const auto found = now.find(key);
            if (rows.size() == 1 && found != now.end() && found->second.size() == 1) {
                result_.renames.push_back({rows.front(), found->second.front()});
            }
        }
    }

    const RunTable& table_;
    const std::vector<RunFacts>& facts_;
    Comparison result_;
    bool partial_ = false;
};

}  // namespace

std::string_view verdictName(Verdict verdict) {
    switch (verdict) {
        case Verdict::More:
            return "more";
        case Verdict::Less:
            return "less";
        case Verdict::Same:
            return "same";
        case Verdict::OnlyBefore:
            return "only in A";
        case Verdict::OnlyAfter:
            return "only in B";
        case Verdict::Small:
            return "small";
        case Verdict::CannotTell:
            break;
    }
    return "cannot tell";
}

Comparison compareRuns(const RunTable& table, std::vector<std::size_t> before,
                       std::vector<std::size_t> after, const ComparisonOptions& options,
                       const std::vector<RunFacts>& facts) {
    return Comparer(table, options, facts).compare(std::move(before), std::move(after));
}

}  // namespace gantry::perf
