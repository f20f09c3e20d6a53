#pragma once

#include <string>
#include <utility>
#include <vector>

namespace optimizer {

/// In place of a list: the candidates that the gate's parameter of this name lists.
inline constexpr const char* kPortfolio = "portfolio";

/// A candidate as a person writes it: a class, and the parameters of its instance.
struct CandidateSpec {
    /// The class and the parameters as they were written; unique in a list.
    std::string name;
    std::string className;
    std::vector<std::pair<std::string, std::string>> parameters;
    /// Whether it is ignored if it is not installed: a '?' after the class.
    bool optional = false;
    /// Whether it may only be called in a process of its own: a '!' after the class.
    bool isolated = false;

    friend bool operator==(const CandidateSpec&, const CandidateSpec&) = default;
};

/// Reads "CLASS[?][!] [KEY=VALUE...]; ...". A ';' separates candidates, a blank ends a value.
/// Classes without parameters may be separated by ',' as well. An empty list is valid.
///
/// Throws gantry::Error, which names the entry, for an entry without a class, a word that is not of
/// the form KEY=VALUE, a key that is set twice, and two entries that are the same. where begins the
/// message: the parameter that holds the list.
[[nodiscard]] std::vector<CandidateSpec> readCandidates(const std::string& text,
                                                        const std::string& where);

}  // namespace optimizer
