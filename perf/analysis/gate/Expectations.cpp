// The language of expectations (docs/formats/expectations.md): its reader and its comparisons. What
// its words mean on a run: ExpectationValues.

#include <perf/analysis/gate/Expectations.hpp>
#include <perf/document/JsonValues.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "ExpectationValues.hpp"

namespace gantry::perf {

namespace {

constexpr std::array<std::string_view, 6> kComparisons{"<=", ">=", "==", "!=", "<", ">"};

struct TimeUnit {
    std::string_view name;
    double nanoseconds;
};
// Quantities whose names are two words. They are of the whole run where no name follows.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kEfficiencies{
    {{"parallel", "efficiency"}, {"communication", "efficiency"}, {"load", "balance"}}};

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

// A term is NUMBER [UNIT], NUMBER x QUANTITY, or QUANTITY; a quantity is NAME, WORD of NAME, or an
// efficiency with or without NAME.
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
        if (readEfficiency(term)) {
            return;
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

    bool isWord(std::size_t place, std::string_view text) const {
        return place < words_.size() && !words_[place].quoted && words_[place].text == text;
    }

    // "parallel efficiency", "parallel efficiency of solve".
    bool readEfficiency(ExpectedTerm& term) {
        for (const auto& [first, second] : kEfficiencies) {
            if (!isWord(next_, first) || !isWord(next_ + 1, second)) {
                continue;
            }
            term.quantity = std::string(first) + ' ' + std::string(second);
            next_ += 2;
            if (!isWord(next_, "of")) {
                return true;
            }
            if (++next_ == words_.size()) {
                throw std::invalid_argument("a name is missing after '" + term.quantity + " of'");
            }
            const Word& name = words_[next_++];
            term.name = !name.quoted && name.text == "run" ? "" : name.text;
            return true;
        }
        return false;
    }

    std::vector<Word> words_;
    std::size_t next_ = 0;
};

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
    const ExpectedValue left = expectedValue(runs, expectation.left);
    const ExpectedValue right = expectedValue(runs, expectation.right);
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
