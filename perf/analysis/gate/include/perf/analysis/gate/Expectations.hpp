#pragma once

#include <perf/model/Profile.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// One side of an expectation: a number with a unit, or a number times a quantity of a run. A time
/// is converted to ns and a percentage to a part of 1 when it is read.
struct ExpectedTerm {
    double factor = 1;
    std::string unit{};      ///< of a plain number, such as "ms" or "%"; a time is in ns then
    std::string quantity{};  ///< total, self, calls, count, opens, balance, an efficiency such as
                             ///< "load balance", or the name of a metric; empty: a plain number
    std::string name{};      ///< pattern of timers, events or files; empty: the whole run

    friend bool operator==(const ExpectedTerm&, const ExpectedTerm&) = default;
};

/// What someone expects of every run, such as "solve <= 1.2 x spmv" or "calls of X == 1000".
struct Expectation {
    std::string text;
    ExpectedTerm left;
    std::string comparison;  ///< <, <=, ==, !=, >= or >
    ExpectedTerm right;
};

/// Reads one sentence, docs/formats/expectations.md describes the language. Throws
/// std::invalid_argument, which names the word that is wrong. Examples: "solve <= 1.2 x spmv",
/// "total of solve < 2 s", "calls of 'read input' == 1".
Expectation readExpectation(const std::string& text);

/// Reads a file of expectations in JSON. Throws std::invalid_argument with the place in it.
std::vector<Expectation> readExpectations(std::string_view json);

/// What became of an expectation on one run or more.
struct ExpectationResult {
    /// CannotTell: a value is missing, or not all of it was measured.
    enum class Outcome { Met, NotMet, CannotTell };

    Outcome outcome = Outcome::CannotTell;
    double left = 0;  ///< medians over the runs; times in ns
    double right = 0;
    std::string unit{};
    std::string why{};  ///< of CannotTell
};

/// The medians over the runs are compared. What a run does not have, or was not all measured, is
/// not known: then the outcome is CannotTell. Throws std::invalid_argument without a run. A pattern
/// that fits several timers means their sum; one of events the largest count.
///
///     const Expectation expected = readExpectation("total of solve < 2 s");
///     const ExpectationResult result = checkExpectation(expected, {profile});
ExpectationResult checkExpectation(const Expectation& expectation,
                                   const std::vector<Profile>& runs);

}  // namespace gantry::perf
