#include "OptionParser.hpp"

#include <base/text/ManPage.hpp>
#include <base/text/NameSuggestion.hpp>
#include <base/text/Paragraph.hpp>

#include <boost/program_options.hpp>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <utility>

namespace gantry::tools {

namespace po = boost::program_options;

namespace {

// Help texts may be broken into lines by hand.
std::string inOneLine(const std::string& text) {
    std::istringstream words(text);
    std::string line;
    for (std::string word; words >> word;) {
        line += (line.empty() ? "" : " ") + word;
    }
    return line;
}

// Where the texts of options begin, and how wide help is.
constexpr base::ParagraphShape kOptionShape{26, 80};
constexpr base::ParagraphShape kTextShape{0, 80};

// Lines that begin with a blank stay as they are; the others are paragraphs.
std::string summaryText(const std::string& summary) {
    std::istringstream stream(summary);
    std::string text;
    std::string words;
    const auto endParagraph = [&] {
        text += words.empty() ? "" : base::paragraph("", words, kTextShape);
        words.clear();
    };
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(' ')) {
            endParagraph();
            text += line + '\n';
        } else {
            words += line + '\n';
        }
    }
    endParagraph();
    return text;
}

// "COMMAND   what it does": what does not fit is in the next line.
std::string exampleText(const std::string& example) {
    const std::size_t gap = example.find("   ");
    if (example.size() + 2 <= kTextShape.width || gap == std::string::npos || gap == 0) {
        return "  " + example + '\n';
    }
    return "  " + example.substr(0, gap) + "\n      " +
           example.substr(example.find_first_not_of(' ', gap)) + '\n';
}

// The options that have a letter, the same one in every command; 0 for the others.
char letterOf(const std::string& name) {
    if (name == "help") {
        return 'h';
    }
    return name == "output" ? 'o' : '\0';
}

// "--out FILE" is how earlier versions spelled "--output FILE".
std::string asSpelledNow(const std::string& word) {
    constexpr std::string_view kEarlier = "--out";
    return word == kEarlier || word.starts_with("--out=")
               ? "--output" + word.substr(kEarlier.size())
               : word;
}

// "-o, --output" or "--format".
std::string dashed(const std::string& name) {
    const char letter = letterOf(name);
    return (letter == '\0' ? std::string() : std::string("-") + letter + ", ") + "--" + name;
}

}  // namespace

OptionParser::OptionParser(std::string usage, std::string summary,
                           std::vector<std::string> examples)
    : usage_(std::move(usage)), summary_(std::move(summary)), examples_(std::move(examples)) {
    flag("help", "Print this text and exit.");
}

OptionParser& OptionParser::flag(const std::string& name, const std::string& help) {
    options_.push_back({name, "", help, false});
    return *this;
}

OptionParser& OptionParser::option(const std::string& name, const std::string& value,
                                   const std::string& help) {
    options_.push_back({name, value, help, false});
    return *this;
}

OptionParser& OptionParser::list(const std::string& name, const std::string& value,
                                 const std::string& help) {
    options_.push_back({name, value, help, true});
    return *this;
}

OptionParser& OptionParser::positional(const std::string& names) {
    std::istringstream words(names);
    for (std::string word; words >> word;) {
        Positional positional;
        if (word.starts_with('[')) {
            positional.isOptional = true;
            word = word.substr(1, word.size() - 2);
        }
        if (word.ends_with("...")) {
            positional.repeats = true;
            word.erase(word.size() - 3);
        }
        positional.name = word;
        positionals_.push_back(std::move(positional));
    }
    return *this;
}

bool OptionParser::printHidden(const Words& words) const {
    if (words == Words{"--man"}) {
        std::cout << manual();
        return true;
    }
    if (words == Words{"--list-options"}) {
        for (const Option& option : options_) {
            std::cout << (&option == options_.data() ? "--" : " --") << option.name;
        }
        return true;
    }
    return false;
}

bool OptionParser::parse(const Words& words) {
    if (printHidden(words)) {
        return false;
    }
    const auto separator = std::find(words.begin(), words.end(), "--");
    Words options(words.begin(), separator);
    std::transform(options.begin(), options.end(), options.begin(), asSpelledNow);
    try {
        readOptions(options);
    } catch (const po::error& error) {
        throw UsageError(error.what());
    }
    if (separator != words.end()) {
        positional_.insert(positional_.end(), separator + 1, words.end());
    }
    if (has("help")) {
        std::cout << help();
        return false;
    }
    checkPositional();
    return true;
}

void OptionParser::readOptions(const Words& words) {
    po::options_description description;
    for (const Option& option : options_) {
        const char letter = letterOf(option.name);
        const std::string names =
            letter == '\0' ? option.name : option.name + ',' + std::string(1, letter);
        if (option.value.empty()) {
            description.add_options()(names.c_str(), option.help.c_str());
        } else if (option.isList) {
            description.add_options()(names.c_str(), po::value<Words>()->multitoken(),
                                      option.help.c_str());
        } else {
            description.add_options()(names.c_str(), po::value<std::string>(), option.help.c_str());
        }
    }
    const auto style = po::command_line_style::unix_style ^ po::command_line_style::allow_guessing;
    const po::parsed_options parsed =
        po::command_line_parser(words).options(description).style(style).allow_unregistered().run();
    for (const auto& option : parsed.options) {
        if (option.position_key >= 0) {
            positional_.insert(positional_.end(), option.value.begin(), option.value.end());
        } else if (option.unregistered) {
            throw unknownOption(option.original_tokens.front());
        } else {
            addValues(option.string_key, option.value);
        }
    }
}

UsageError OptionParser::unknownOption(const std::string& word) const {
    const std::size_t dashes = word.find_first_not_of('-');
    const std::size_t end = word.find('=');
    std::vector<std::string> names;
    for (const Option& option : options_) {
        names.push_back("--" + option.name);
    }
    const std::string meant =
        dashes == 2 ? base::didYouMean(word.substr(0, end), names) : std::string();
    return UsageError("unknown option '" + word + "'" +
                      (meant.empty() ? "; usage: " + usage_ : meant));
}

void OptionParser::checkPositional() const {
    const std::string usage = "; usage: " + usage_;
    for (std::size_t index = 0; index < positionals_.size(); ++index) {
        if (index >= positional_.size() && !positionals_[index].isOptional) {
            throw UsageError(positionals_[index].name + " is missing" + usage);
        }
    }
    const bool repeats = !positionals_.empty() && positionals_.back().repeats;
    if (positional_.size() > positionals_.size() && !repeats) {
        throw UsageError("'" + positional_[positionals_.size()] + "' is one word too many" + usage);
    }
}

std::optional<std::string> OptionParser::firstGiven(const Words& names) const {
    const auto found = std::find_if(names.begin(), names.end(),
                                    [this](const std::string& name) { return has(name); });
    return found == names.end() ? std::nullopt : std::optional(*found);
}

std::optional<std::string> OptionParser::value(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second.back());
}

Words OptionParser::values(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? Words() : found->second;
}

void OptionParser::addValues(const std::string& name, const Words& words) {
    Words& values = values_[name];
    values.insert(values.end(), words.begin(), words.end());
    if (words.empty()) {
        values.emplace_back();
    }
}

std::string OptionParser::manual() const {
    // "gantry run [options] SCRIPT" is gantry-run(1).
    std::istringstream usage(usage_);
    std::string program;
    std::string command;
    usage >> program >> command;
    const std::size_t end = summary_.find_first_of(".;:\n");
    base::ManPage page(program + '-' + command, GANTRY_VERSION, summary_.substr(0, end));
    page.section("SYNOPSIS").lines({usage_});
    page.section("DESCRIPTION").paragraph(summary_);
    page.section("OPTIONS");
    for (const Option& option : options_) {
        page.item(dashed(option.name) + (option.value.empty() ? "" : ' ' + option.value),
                  inOneLine(option.help));
    }
    page.section("EXAMPLES").lines(examples_);
    page.section("SEE ALSO").paragraph("gantry(1)");
    return page.text();
}

std::string OptionParser::help() const {
    std::string text = "usage: " + usage_ + "\n\n" + summaryText(summary_) + "\noptions:\n";
    for (const Option& option : options_) {
        const std::string left =
            "  " + dashed(option.name) + (option.value.empty() ? "" : ' ' + option.value);
        text += base::paragraph(left, option.help, kOptionShape);
    }
    text += "\nexamples:\n";
    for (const std::string& example : examples_) {
        text += exampleText(example);
    }
    return text;
}

}  // namespace gantry::tools
