// The language of expectations (docs/formats/expectations.md): its reader, and what its words mean
// on a run.

#include <base/text/GlobPattern.hpp>
#include <base/text/NameSuggestion.hpp>
#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/gate/Expectations.hpp>
#include <perf/document/JsonValues.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::array<std::string_view, 6> kComparisons{"<=", ">=", "==", "!=", "<", ">"};

struct TimeUnit {
    std::string_view name;
    double nanoseconds;
};
constexpr std::array<TimeUnit, 5> kTimes{
    {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}}};

struct Word {
    std::string text;
    bool quoted = false;
};

// Words are separated by blanks; a quoted one may have any.
std::vector<Word> wordsOf(const std::string& text) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < text.size();) {
        if (std::string_view(" \t\n").find(text[i]) != std::string_view::npos) {
            ++i;
        } else if (text[i] == '\'' || text[i] == '"') {
            const std::size_t end = text.find(text[i], i + 1);
            if (end == std::string::npos) {
                throw std::invalid_argument("the quote at '" + text.substr(i) + "' is not closed");
            }
            words.push_back({text.substr(i + 1, end - i - 1), true});
            i = end + 1;
        } else {
            const std::size_t end = std::min(text.size(), text.find_first_of(" \t\n", i));
            words.push_back({text.substr(i, end - i), false});
            i = end;
        }
    }
    return words;
}

bool isComparison(const Word& word) {
    return !word.quoted &&
           std::find(kComparisons.begin(), kComparisons.end(), word.text) != kComparisons.end();
}

// The number a word begins with, and the rest of it.
std::optional<std::pair<double, std::string>> numberIn(const Word& word) {
    // A word such as "nan" or "inf" is a name here, though strtod() takes it for a number.
    if (word.quoted || word.text.find_first_of("0123456789") == std::string::npos ||
        std::string_view("0123456789.+-").find(word.text[0]) == std::string_view::npos) {
        return std::nullopt;
    }
    char* end = nullptr;
    // Numbers are as in C; the program runs in the locale "C".
    const double value = std::strtod(word.text.c_str(), &end);
    if (end == word.text.c_str() || !std::isfinite(value)) {
        return std::nullopt;
    }
    return std::pair(value, std::string(end));
}

// A term is NUMBER [UNIT], NUMBER x QUANTITY, or QUANTITY; a quantity is NAME or WORD of NAME.
class TermReader final {
public:
    explicit TermReader(std::vector<Word> words) : words_(std::move(words)) {}

    ExpectedTerm read() {
        if (words_.empty()) {
            throw std::invalid_argument("a side of the comparison is empty");
        }
        ExpectedTerm term;
        if (const auto number = numberIn(words_.front())) {
            term.factor = number->first;
            ++next_;
            std::string unit = number->second;
            if (unit.empty() && next_ < words_.size()) {
                unit = words_[next_++].text;
            }
            // "1.2 x spmv": a multiple of a quantity.
            if (unit == "x" || unit == "*") {
                readQuantity(term);
            } else {
                readUnit(term, unit);
            }
        } else {
            readQuantity(term);
        }
        if (next_ < words_.size()) {
            throw std::invalid_argument("'" + words_[next_].text +
                                        "' is one word too many; quote names with blanks");
        }
        return term;
    }

private:
    static void readUnit(ExpectedTerm& term, const std::string& unit) {
        for (const TimeUnit& time : kTimes) {
            if (unit == time.name) {
                term.factor *= time.nanoseconds;
                term.unit = "ns";
                return;
            }
        }
        if (unit == "%") {
            term.factor /= 100;
        } else if (!unit.empty()) {
            throw std::invalid_argument("'" + unit +
                                        "' is not a unit; units are ns, us, ms, s, min, %, and `x "
                                        "NAME` is a multiple of NAME");
        }
    }

    void readQuantity(ExpectedTerm& term) {
        if (next_ == words_.size()) {
            throw std::invalid_argument("the name of a timer is missing");
        }
        // A quoted "of" is a name.
        const bool hasOf = next_ + 1 < words_.size() && !words_[next_ + 1].quoted &&
                           words_[next_ + 1].text == "of";
        if (hasOf) {
            term.quantity = words_[next_].text;
            next_ += 2;
            if (next_ == words_.size()) {
                throw std::invalid_argument("a name is missing after '" + term.quantity + " of'");
            }
        } else {
            term.quantity = "total";
        }
        const Word& name = words_[next_++];
        term.name = !name.quoted && name.text == "run" ? "" : name.text;
    }

    std::vector<Word> words_;
    std::size_t next_ = 0;
};

/// A value of one run, or why there is none.
struct Known {
    double value = 0;
    std::string unit{};
    std::string why{};
};

bool matches(const TimerInfo& timer, const std::string& pattern) {
    return base::matchesPattern(pattern, timer.name) ||
           base::matchesPattern(pattern, fullName(timer));
}

std::optional<std::size_t> metricPlace(const Profile& profile, const std::string& name) {
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        if (profile.metrics[m].name == name) {
            return m;
        }
    }
    return std::nullopt;
}

Known eventCount(const Profile& profile, const std::string& name) {
    Known known;
    bool found = false;
    for (const EventStats& event : profile.events) {
        if (event.path.empty() && base::matchesPattern(name, event.name)) {
            // Each event for itself has to fit.
            known.value = std::max(known.value, static_cast<double>(event.count));
            found = true;
        }
    }
    known.why = found ? "" : "no event is called '" + name + "'";
    return known;
}

// Mean over the ranks as a part of the largest.
Known balanceOf(const Profile& profile, const std::string& name) {
    if (!profile.ranks) {
        return {0, "", "the balance of '" + name + "' needs values of several ranks"};
    }
    for (const RankRecord& record : profile.ranks->timers) {
        if (matches(record.info, name) && !record.inclusive.empty()) {
            const RankStats& stats = record.inclusive.front();
            return stats.max > 0 ? Known{stats.mean / stats.max, "", ""}
                                 : Known{0, "", "'" + name + "' has no time on any rank"};
        }
    }
    return {0, "", "no timer is called '" + name + "'"};
}

std::string unknownTimer(const Profile& profile, const std::string& name) {
    std::vector<std::string> names;
    names.reserve(profile.timers.size());
    for (const TimerInfo& timer : profile.timers) {
        names.push_back(timer.name);
    }
    return "no timer that was started is called '" + name + "'" + base::didYouMean(name, names);
}

Known timerValue(const Profile& profile, const ExpectedTerm& term) {
    const bool isMetric = term.quantity != "total" && term.quantity != "self" &&
                          term.quantity != "calls" && term.quantity != "time";
    const std::optional<std::size_t> metric =
        isMetric ? metricPlace(profile, term.quantity) : std::optional<std::size_t>(0);
    if (!metric || profile.metrics.empty()) {
        return {0, "", "'" + term.quantity + "' was not measured"};
    }
    Known known{0, term.quantity == "calls" ? "" : profile.metrics[*metric].unit, ""};
    bool found = false;
    for (const TimerRecord& record : flat(profile)) {
        if (!matches(record.info, term.name)) {
            continue;
        }
        found = true;
        // The sum over all timers that fit; values are those of all threads.
        known.value += term.quantity == "calls"  ? static_cast<double>(record.calls)
                       : term.quantity == "self" ? static_cast<double>(record.exclusive[*metric])
                                                 : static_cast<double>(record.inclusive[*metric]);
    }
    known.why = found ? "" : unknownTimer(profile, term.name);
    return known;
}

// A partial run has values that are too small, so nothing is said by it.
Known valueIn(const Profile& profile, const ExpectedTerm& term) {
    if (term.quantity.empty()) {
        return {term.factor, term.unit, ""};
    }
    if (!profile.partial.empty()) {
        return {0, "", "a run is partial: " + profile.partial};
    }
    Known known;
    if (term.quantity == "count") {
        known = eventCount(profile, term.name);
    } else if (term.quantity == "balance") {
        known = balanceOf(profile, term.name);
    } else if (term.name.empty()) {
        known = {static_cast<double>(profile.timeNs), "ns", ""};
    } else {
        known = timerValue(profile, term);
    }
    known.value *= term.factor;
    return known;
}

// One run without the value makes the whole unknown: a median of the others would hide it.
Known medianOf(const std::vector<Profile>& runs, const ExpectedTerm& term) {
    std::vector<double> values;
    Known known;
    for (const Profile& run : runs) {
        known = valueIn(run, term);
        if (!known.why.empty()) {
            return known;
        }
        values.push_back(known.value);
    }
    known.value = median(values);
    return known;
}

bool holds(double left, const std::string& comparison, double right) {
    return comparison == "<="   ? left <= right
           : comparison == ">=" ? left >= right
           : comparison == "==" ? left == right
           : comparison == "!=" ? left != right
           : comparison == "<"  ? left < right
                                : left > right;
}

}  // namespace

Expectation readExpectation(const std::string& text) {
    const std::vector<Word> words = wordsOf(text);
    const auto place = std::find_if(words.begin(), words.end(), isComparison);
    if (place == words.end() || std::any_of(place + 1, words.end(), isComparison)) {
        throw std::invalid_argument("'" + text +
                                    "' needs one comparison between blanks: <, <=, ==, !=, >= "
                                    "or >");
    }
    try {
        return {text, TermReader({words.begin(), place}).read(), place->text,
                TermReader({place + 1, words.end()}).read()};
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("'" + text + "': " + error.what());
    }
}

std::vector<Expectation> readExpectations(std::string_view json) {
    const Json document = Json::parse(json, nullptr, false);
    const bool isKind = document.is_object() && document.contains("format") &&
                        document["format"] == "gantry-expectations";
    if (!isKind) {
        throw std::invalid_argument(
            "is not a file of expectations: an object whose \"format\" is "
            "\"gantry-expectations\"");
    }
    if (!document.contains("version") || document["version"] != 1) {
        throw std::invalid_argument("its \"version\" is not 1, which this program knows");
    }
    if (!document.contains("expectations") || !document["expectations"].is_array() ||
        document["expectations"].empty()) {
        throw std::invalid_argument("\"expectations\" is not a list with at least one sentence");
    }
    std::vector<Expectation> expectations;
    for (const Json& one : document["expectations"]) {
        if (!one.is_string()) {
            throw std::invalid_argument("expectation " + std::to_string(expectations.size() + 1) +
                                        " is not a text");
        }
        expectations.push_back(readExpectation(one.get<std::string>()));
    }
    return expectations;
}

ExpectationResult checkExpectation(const Expectation& expectation,
                                   const std::vector<Profile>& runs) {
    if (runs.empty()) {
        throw std::invalid_argument("no run to check");
    }
    const Known left = medianOf(runs, expectation.left);
    const Known right = medianOf(runs, expectation.right);
    ExpectationResult result;
    result.left = left.value;
    result.right = right.value;
    result.unit = left.unit.empty() ? right.unit : left.unit;
    if (!left.why.empty() || !right.why.empty()) {
        result.why = left.why.empty() ? right.why : left.why;
    } else if (left.unit != right.unit) {
        const auto named = [](const std::string& unit) {
            return unit.empty() ? "a number without unit" : "'" + unit + "'";
        };
        result.why = "the units differ: " + named(left.unit) + " and " + named(right.unit);
    } else {
        result.outcome = holds(left.value, expectation.comparison, right.value)
                             ? ExpectationResult::Outcome::Met
                             : ExpectationResult::Outcome::NotMet;
    }
    return result;
}

}  // namespace gantry::perf
