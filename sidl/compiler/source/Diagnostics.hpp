#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "Rule.hpp"
#include "SourceText.hpp"

namespace sidlc {

enum class Severity { Error, Warning };

struct Diagnostic {
    Severity severity = Severity::Error;
    Location location;
    std::string message;
};

/// Collects what is wrong with the sources; prints nothing. A second error (or warning) at the
/// same place is dropped, and after kMaxErrors errors the rest is only counted, so that hostile
/// input can neither bury the user nor fill the memory.
class Diagnostics final {
public:
    static constexpr std::size_t kMaxErrors = 100;

    void error(const Location& location, std::string message);

    /// The same for a broken rule, whose name follows the message in brackets. A rule that only
    /// warns gives a warning.
    void report(const Location& location, Rule rule, std::string message);

    bool hasErrors() const noexcept { return errors_ != 0; }
    /// True when an error was not kept, nor will a further one be: parser and checks stop then.
    bool full() const noexcept { return errors_ > kMaxErrors; }

    /// In the order they were reported.
    const std::vector<Diagnostic>& all() const noexcept { return all_; }

    /// `file:line:column: error: message`, the source line and a caret, for each one, by file and
    /// place; a last line says when errors were left out.
    std::string text() const;

private:
    void add(Severity severity, const Location& location, std::string message);

    std::vector<Diagnostic> all_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
};

/// One diagnostic as three lines. Bytes that a terminal could obey are shown as '?'; of a very
/// long line only the part around the place is shown.
std::string render(const Diagnostic& diagnostic);

/// The text between quotes for a message: control and non-ASCII bytes as \xNN, shortened when long.
std::string quoted(std::string_view text);

}  // namespace sidlc
