#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "script/Command.hpp"
#include "script/Verb.hpp"

namespace gantry::framework::script {

/// A command with its line, its verb known and the number of its words right; or a block of them.
struct Statement {
    int line = 0;
    Command command{};
    const Verb* verb = nullptr;
    /// Set for a block: how often its statements are carried out.
    std::optional<std::uint64_t> times{};
    std::vector<Statement> block{};
};

/// The line without the carriage return at its end.
std::string withoutReturn(std::string line);

/// The verb of a command, whose words are as many as it takes. Throws CommandError.
const Verb& checkedVerb(const Command& command);

/// Reads a script statement by statement, blocks whole and no line further.
class StatementReader final {
public:
    /// firstLine: the number of the first line, if it does not stand first in what its user
    /// sees.
    explicit StatementReader(std::istream& script, int firstLine = 1)
        : script_(script), numRead_(firstLine - 1) {}

    /// Nothing at the end of the file and at the line "#!eof". Throws CommandError; line() is the
    /// line it belongs to.
    std::optional<Statement> next();
    [[nodiscard]] int line() const noexcept { return line_; }
    /// The line that was read last.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    /// False at the end.
    bool readLine(std::string& line);
    /// The next statement; at a line with nothing but "}" nothing, where a block is open.
    std::optional<Statement> nextIn(int depth);
    Statement statementOf(const std::string& line, const std::vector<Word>& words, int depth);
    void readBlock(Statement& statement, int depth);
    void readBlockOfOneLine(Statement& statement, int depth);

    std::istream& script_;
    bool isAtEnd_ = false;
    int numRead_;
    int line_ = 0;
    std::string text_{};
};

}  // namespace gantry::framework::script
