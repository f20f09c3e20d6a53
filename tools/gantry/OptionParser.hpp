#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "Command.hpp"

namespace gantry::tools {

/// The words of one command: flags, options with a value, and positional words. --help is
/// understood by all.
class OptionParser final {
public:
    /// usage: the line behind "usage: "; examples: lines of "COMMAND   what it does".
    OptionParser(std::string usage, std::string summary, std::vector<std::string> examples);

    OptionParser& flag(const std::string& name, const std::string& help);
    OptionParser& option(const std::string& name, const std::string& value,
                         const std::string& help);
    /// An option that takes one or more values and may be repeated.
    OptionParser& list(const std::string& name, const std::string& value, const std::string& help);
    /// The names of the positional words, separated by blanks, as the usage has them: "FILE" must
    /// be there, "[FILE]" may, and "FILE..." may be given again.
    OptionParser& positional(const std::string& names);

    /// Reads the words. Everything behind "--" is positional. Throws UsageError, which names a word
    /// that is missing or too much. Returns false where --help was asked for and has been printed
    /// to standard output.
    bool parse(const Words& words);

    [[nodiscard]] bool has(const std::string& name) const { return values_.count(name) > 0; }
    /// The first of the names that was given.
    [[nodiscard]] std::optional<std::string> firstGiven(const Words& names) const;
    /// Of an option that is given several times, the last value.
    [[nodiscard]] std::optional<std::string> value(const std::string& name) const;
    /// All values of an option or a list, in the order given.
    [[nodiscard]] Words values(const std::string& name) const;
    [[nodiscard]] const Words& positionalWords() const { return positional_; }

private:
    struct Option {
        std::string name;
        std::string value;
        std::string help;
        bool isList = false;
    };
    struct Positional {
        std::string name;
        bool isOptional = false;
        bool repeats = false;
    };
    [[nodiscard]] std::string help() const;
    [[nodiscard]] UsageError unknownOption(const std::string& word) const;
    void readOptions(const Words& words);
    void checkPositional() const;
    [[nodiscard]] std::string manual() const;
    /// Prints what one of the options asks for that only the build uses: --man, the manual page,
    /// and
    /// --list-options, their names.
    [[nodiscard]] bool printHidden(const Words& words) const;
    void addValues(const std::string& name, const Words& words);

    std::string usage_;
    std::string summary_;
    std::vector<std::string> examples_;
    std::vector<Option> options_;
    std::vector<Positional> positionals_;
    std::map<std::string, Words> values_;
    Words positional_;
};

/// Reads the value of an option with a function of a library. Such a function rejects a value with
/// std::invalid_argument, which names the value and what is allowed but no option; it becomes a
/// UsageError that starts with the name of the option.
template <class Read>
auto readValue(const std::string& option, Read read) -> decltype(read()) {
    try {
        return read();
    } catch (const std::invalid_argument& error) {
        throw UsageError("--" + option + ": " + error.what());
    }
}

/// The same for what is given without an option.
template <class Read>
auto readWords(Read read) -> decltype(read()) {
    try {
        return read();
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

}  // namespace gantry::tools
