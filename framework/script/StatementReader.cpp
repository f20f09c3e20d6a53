// Columns count from 1 in the line as it is in the file, also inside a block on one line, which
// is therefore padded with blanks instead of being cut.

#include "script/StatementReader.hpp"

#include <charconv>
#include <istream>
#include <utility>

namespace gantry::framework::script {
namespace {

constexpr const char* kEndMark = "#!eof";
constexpr const char* kBlockVerb = "iterate";
constexpr int kDeepest = 32;

void checkNumber(const Verb& verb, const Command& command) {
    const std::size_t given = command.arguments.size();
    if (given >= verb.fewest && given <= verb.most) {
        return;
    }
    const int column =
        given > verb.most ? command.arguments[verb.most].column : command.verb.column;
    throw CommandError(column, std::string(given > verb.most ? "too many arguments for '"
                                                             : "too few arguments for '") +
                                   verb.names[0] + "'; write: " + verb.names[0] +
                                   (verb.arguments.empty() ? "" : " ") + verb.arguments);
}

std::uint64_t readTimes(const Word& word) {
    // Far more than any run needs, so that a slip of the pen is noticed.
    constexpr std::uint64_t kMost = 1'000'000'000;
    std::uint64_t times = 0;
    const char* const end = word.text.data() + word.text.size();
    const auto [last, error] = std::from_chars(word.text.data(), end, times);
    if (error != std::errc() || last != end || times > kMost) {
        throw CommandError(
            word.column,
            "'" + word.text +
                "' is not a repetition count; give a whole number from 0 to 1000000000");
    }
    return times;
}

bool isClosing(const std::vector<Word>& words) {
    return words.size() == 1 && words[0].text == "}";
}

}  // namespace

std::string withoutReturn(std::string line) {
    // Files from Windows.
    if (!line.empty() && line.back() == '\r') {
        line.pop_back();
    }
    return line;
}

const Verb& checkedVerb(const Command& command) {
    const Verb& verb = findVerb(command.verb);
    checkNumber(verb, command);
    return verb;
}

bool StatementReader::readLine(std::string& line) {
    if (!std::getline(script_, line)) {
        return false;
    }
    // Two counters: line_ is set back to the opening line when a block is not closed.
    line_ = ++numRead_;
    line = withoutReturn(std::move(line));
    text_ = line;
    return true;
}

std::optional<Statement> StatementReader::next() {
    return nextIn(0);
}

std::optional<Statement> StatementReader::nextIn(int depth) {
    for (std::string line; readLine(line);) {
        const std::vector<Word> words = splitWords(line);
        if (!words.empty() && words[0].text == kEndMark) {
            break;
        }
        if (isComment(words)) {
            continue;
        }
        if (!isClosing(words)) {
            return statementOf(line, words, depth);
        }
        if (depth > 0) {
            return std::nullopt;
        }
        throw CommandError(words[0].column, "no block is open here that '}' could close");
    }
    // Distinguishes the end of the text from the end of a block: both are no statement.
    isAtEnd_ = true;
    return std::nullopt;
}

Statement StatementReader::statementOf(const std::string& line, const std::vector<Word>& words,
                                       int depth) {
    Statement statement{line_, {words.front(), {words.begin() + 1, words.end()}, line}};
    statement.verb = &checkedVerb(statement.command);
    if (statement.verb->names[0] == kBlockVerb) {
        readBlock(statement, depth + 1);
    }
    return statement;
}

void StatementReader::readBlock(Statement& statement, int depth) {
    const std::vector<Word>& words = statement.command.arguments;
    statement.times = readTimes(words[0]);
    if (words[1].text != "{") {
        throw CommandError(words[1].column, "'{' is needed here; it opens the block");
    }
    if (depth > kDeepest) {
        throw CommandError(statement.command.verb.column,
                           "blocks may be " + std::to_string(kDeepest) + " deep; take one out");
    }
    // Everything on one line: iterate 3 { command }.
    if (words.size() > 2) {
        readBlockOfOneLine(statement, depth);
        return;
    }
    while (auto inner = nextIn(depth)) {
        statement.block.push_back(*std::move(inner));
    }
    if (isAtEnd_) {
        line_ = statement.line;
        throw CommandError(words[1].column, "this block is not closed; a line '}' closes it");
    }
}

void StatementReader::readBlockOfOneLine(Statement& statement, int depth) {
    const Command& command = statement.command;
    const Word& last = command.arguments.back();
    if (last.text != "}") {
        throw CommandError(command.arguments[2].column,
                           "after '{', end the line, or write a single command and '}'");
    }
    // Blanks in front, so that every word keeps its column.
    const auto first = static_cast<std::size_t>(command.arguments[1].column);
    const std::string line =
        std::string(first, ' ') +
        command.line.substr(first, static_cast<std::size_t>(last.column) - 1 - first);
    const std::vector<Word> words = splitWords(line);
    if (!words.empty()) {
        statement.block.push_back(statementOf(line, words, depth));
    }
}

}  // namespace gantry::framework::script
