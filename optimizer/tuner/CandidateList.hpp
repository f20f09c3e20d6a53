#pragma once

#include <string>
#include <utility>
#include <vector>

namespace optimizer {

/// In place of a list: the candidates that the gate's parameter of this name lists.
inline constexpr const char* kPortfolio = "portfolio";

/// A candidate as a person writes it: a class, the parameters its instance gets, and what it is
/// called.
struct CandidateSpec {
    /// The class and the parameters as they were written; unique in a list.
    std::string name;
    std::string className;
    std::vector<std::pair<std::string, std::string>> parameters;
    /// Whether it may be missing on this machine: a '?' behind the class.
    bool optional = false;
    /// Whether it may only be called in a process of its own: a '!' behind the class.
    bool isolated = false;

    friend bool operator==(const CandidateSpec&, const CandidateSpec&) = default;
};

/// Reads "CLASS[?][!] [KEY=VALUE...]; ...": candidates separated by ';', a value goes to the next
/// blank. Throws gantry::Error, which names the entry, for an entry without a class, a word that is
/// no KEY=VALUE, a key twice, and two entries that are the same. An empty list is empty. `where` is
/// said in errors: whose parameter this is.
[[nodiscard]] std::vector<CandidateSpec> readCandidates(const std::string& text,
                                                        const std::string& where);

}  // namespace optimizer
