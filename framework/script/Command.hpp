#pragma once

#include <string>
#include <vector>

namespace gantry::framework::script {

/// A word of a script line; columns are counted in bytes from 1.
struct Word {
    std::string text;
    int column = 1;
};

/// A line of a script that says something to do. Owns its texts.
struct Command {
    Word verb;
    std::vector<Word> arguments;
    /// The line without its end.
    std::string line;

    /// The rest of the line from an argument on, without blanks at its end.
    [[nodiscard]] std::string textFrom(std::size_t argument) const;
};

/// Splits a line into words at blanks. Throws CommandError if it holds a control character.
std::vector<Word> splitWords(const std::string& line);

/// Whether the words are a comment or nothing at all.
bool isComment(const std::vector<Word>& words);

}  // namespace gantry::framework::script
