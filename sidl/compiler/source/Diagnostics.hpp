#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "Rule.hpp"
#include "SourceText.hpp"

namespace sidlc {

/// An error makes the model unusable, a warning does not.
enum class Severity { Error, Warning };

/// One message, without the place, which `location` gives.
struct Diagnostic {
    Severity severity = Severity::Error;
    Location location;
    std::string message;
};

/// Collects errors and warnings about the sources; prints nothing. A second error (or warning) at
/// the same place is dropped, and after kMaxErrors errors the rest is only counted, so that hostile
/// input can neither flood the terminal nor exhaust memory.
class Diagnostics final {
public:
    static constexpr std::size_t kMaxErrors = 100;

    /// Reports a violation of the grammar.
    void error(const Location& location, std::string message);

    /// Reports the violation of a rule, whose name follows the message in brackets. It is a warning
    /// if the rule only warns.
    void report(const Location& location, Rule rule, std::string message);

    /// Warnings do not count.
    bool hasErrors() const noexcept { return errors_ != 0; }
    /// True once errors are only counted and no longer kept: parser and checks then stop.
    bool full() const noexcept { return errors_ > kMaxErrors; }

    /// In the order they were reported.
    const std::vector<Diagnostic>& all() const noexcept { return all_; }

    /// `file:line:column: error: message`, the source line and a caret, for each one, sorted by
    /// file and location; a last line says whether errors were omitted.
    std::string text() const;

private:
    void add(Severity severity, const Location& location, std::string message);

    std::vector<Diagnostic> all_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
};

/// One diagnostic as three lines. Control and non-ASCII bytes are shown as '?'; a very long line is
/// shortened to the part around the location.
std::string render(const Diagnostic& diagnostic);

/// The text in quotes, for a message: control and non-ASCII bytes as \xNN, shortened when long.
std::string inQuotes(std::string_view text);

}  // namespace sidlc
