#include "OptionValues.hpp"

#include <base/files/FileError.hpp>
#include <base/files/FileText.hpp>
#include <base/files/OwnProgram.hpp>
#include <base/text/NameSuggestion.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TimeText.hpp>
#include <framework/ComponentPath.hpp>
#include <perf/model/RankColumns.hpp>
#include <perf/recording/OutputPlace.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace gantry::tools {

namespace {

// The number that is the whole word.
// Not by stoul: that accepts blanks and a sign, and turns -1 into a huge number.
template <class Number>
std::optional<Number> numberIn(const std::string& word) {
    Number number{};
    const char* const end = word.data() + word.size();
    const auto [last, error] = std::from_chars(word.data(), end, number);
    return error == std::errc() && last == end ? std::optional(number) : std::nullopt;
}

[[noreturn]] void refuse(const std::string& option, const std::string& allowed,
                         const std::string& word) {
    throw UsageError("--" + option + " takes " + allowed + ", not '" + word + "'");
}

// "a, b or c".
std::string listed(const std::vector<std::string>& choices) {
    std::string text;
    for (std::size_t index = 0; index < choices.size(); ++index) {
        text += (index == 0 ? "" : index + 1 == choices.size() ? " or " : ", ") + choices[index];
    }
    return text;
}

}  // namespace

std::optional<double> secondsValue(const OptionParser& parser, const std::string& option,
                                   SecondsBounds bounds) {
    const std::optional<std::string> word = parser.value(option);
    if (!word) {
        return std::nullopt;
    }
    const std::optional<double> seconds = numberIn<double>(*word);
    if (!seconds || !std::isfinite(*seconds) || *seconds <= 0 || *seconds < bounds.low ||
        *seconds > bounds.high) {
        refuse(option,
               std::isfinite(bounds.high) ? "seconds between " + base::exact(bounds.low) + " and " +
                                                base::exact(bounds.high)
                                          : "a number of seconds above 0, such as 60",
               *word);
    }
    return seconds;
}

std::optional<std::uint64_t> countValue(const OptionParser& parser, const std::string& option,
                                        std::uint64_t most) {
    const std::optional<std::string> word = parser.value(option);
    if (!word) {
        return std::nullopt;
    }
    const std::optional<std::uint64_t> count = numberIn<std::uint64_t>(*word);
    if (!count || *count > most) {
        const bool isBound = most < std::numeric_limits<std::uint64_t>::max();
        refuse(option, "a whole number" + (isBound ? " up to " + std::to_string(most) : ""), *word);
    }
    return count;
}

std::uint32_t detailedRanksValue(const OptionParser& parser) {
    constexpr std::uint64_t kMost = 1'000'000;
    return static_cast<std::uint32_t>(
        countValue(parser, "detailed-ranks", kMost).value_or(perf::kMostExactRanks));
}

void addRowsOption(OptionParser& parser, const std::string& what) {
    parser.option("top", "N", "Rows in each " + what + " (default: 20; 0: all).");
}

std::size_t rowsValue(const OptionParser& parser) {
    constexpr std::size_t kUsualRows = 20;
    return countValue(parser, "top").value_or(kUsualRows);
}

void addRawOption(OptionParser& parser) {
    parser.flag("raw",
                "Show values as measured. Without this option, the measurement overhead is "
                "subtracted where it is known.");
}

void refuseBoth(const OptionParser& parser, const std::string& option, const std::string& other) {
    if (parser.has(option) && parser.has(other)) {
        throw UsageError("--" + option + " and --" + other + " contradict each other");
    }
}

std::optional<std::int64_t> timeValue(const OptionParser& parser, const std::string& option) {
    const std::optional<std::string> text = parser.value(option);
    if (!text) {
        return std::nullopt;
    }
    const std::optional<std::int64_t> ns = base::nanoseconds(*text);
    if (!ns) {
        throw UsageError("--" + option + " takes a time such as 1.5, 20ms or 300us, not '" + *text +
                         "'");
    }
    return ns;
}

std::optional<double> percentValue(const OptionParser& parser, const std::string& option) {
    const std::optional<std::string> text = parser.value(option);
    if (!text) {
        return std::nullopt;
    }
    try {
        std::size_t end = 0;
        const double value = std::stod(*text, &end);
        const std::string rest = text->substr(end);
        if ((rest.empty() || rest == "%" || rest == " %") && value > 0 && value < 1000) {
            return value / 100;
        }
    } catch (const std::logic_error&) {
        // Reported below.
    }
    throw UsageError("--" + option + " takes a percentage above 0, such as 5%, not '" + *text +
                     "'");
}

std::optional<std::string> choiceValue(const OptionParser& parser, const std::string& option,
                                       const std::vector<std::string>& choices) {
    std::optional<std::string> word = parser.value(option);
    if (word && std::find(choices.begin(), choices.end(), *word) == choices.end()) {
        throw UsageError("--" + option + " takes " + listed(choices) + ", not '" + *word + "'" +
                         base::didYouMean(*word, choices));
    }
    return word;
}

perf::StateRules rulesValue(const OptionParser& parser) {
    const std::optional<std::string> file = parser.value("rules");
    if (!file) {
        return perf::StateRules(perf::usualStates());
    }
    const std::optional<std::string> text = base::fileText(*file);
    if (!text) {
        throw UsageError("--rules: " + base::printable(*file) + " cannot be read");
    }
    try {
        return perf::StateRules(*text);
    } catch (const std::invalid_argument& error) {
        throw UsageError("--rules: " + base::printable(*file) + ": " +
                         base::printable(error.what()));
    }
}

std::vector<std::filesystem::path> componentPathValue(const OptionParser& parser) {
    return readValue("path", [&] {
        return framework::componentPath(parser.value("path").value_or(""),
                                        base::ownProgramFolder().parent_path() / "lib" / "gantry");
    });
}

perf::ModulePath modulePathValue(const OptionParser& parser) {
    return readValue("path", [&] {
        return perf::modulePath(
            base::ownProgramFolder().parent_path() / "lib" / "gantry" / "modules",
            parser.value("path").value_or(""));
    });
}

void requireOutputOf(const std::string& option, const std::filesystem::path& file,
                     const std::string& consequence) {
    try {
        perf::requireOutput(file);
    } catch (const base::FileError& error) {
        throw UsageError("--" + option + ": " + error.what() + "; " + consequence +
                         (consequence.empty() ? "" : ": ") +
                         "name a file in a folder that exists and that you may write to");
    }
}

}  // namespace gantry::tools
