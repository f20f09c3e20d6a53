#include "OptionParser.hpp"

#include <base/text/ManPage.hpp>

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

constexpr std::size_t kColumn = 26;

// The text in lines of up to 100 characters that begin at the column.
std::string wrapped(const std::string& text) {
    constexpr std::size_t kWidth = 100;
    std::istringstream words(text);
    std::string lines;
    std::size_t place = kColumn;
    for (std::string word; words >> word;) {
        if (place > kColumn && place + 1 + word.size() > kWidth) {
            lines += '\n' + std::string(kColumn, ' ');
            place = kColumn;
        }
        lines += (place > kColumn ? " " : "") + word;
        place += word.size() + (place > kColumn ? 1 : 0);
    }
    return lines;
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

OptionParser& OptionParser::positional(std::size_t least, std::size_t most) {
    least_ = least;
    most_ = most;
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
    po::options_description description;
    for (const Option& option : options_) {
        const std::string names = option.name == "help" ? "help,h" : option.name;
        if (option.value.empty()) {
            description.add_options()(names.c_str(), option.help.c_str());
        } else if (option.isList) {
            description.add_options()(names.c_str(), po::value<Words>()->multitoken(),
                                      option.help.c_str());
        } else {
            description.add_options()(names.c_str(), po::value<std::string>(), option.help.c_str());
        }
    }
    const auto separator = std::find(words.begin(), words.end(), "--");
    const Words before(words.begin(), separator);
    try {
        const auto style =
            po::command_line_style::unix_style ^ po::command_line_style::allow_guessing;
        const po::parsed_options parsed = po::command_line_parser(before)
                                              .options(description)
                                              .style(style)
                                              .allow_unregistered()
                                              .run();
        for (const auto& option : parsed.options) {
            if (option.position_key >= 0) {
                positional_.insert(positional_.end(), option.value.begin(), option.value.end());
            } else if (option.unregistered) {
                throw UsageError("unknown option '" + option.original_tokens.front() + "'");
            } else {
                addValues(option.string_key, option.value);
            }
        }
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
    if (positional_.size() < least_ || positional_.size() > most_) {
        throw UsageError("usage: " + usage_);
    }
    return true;
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
        page.item((option.name == "help" ? "-h, --" : "--") + option.name +
                      (option.value.empty() ? "" : ' ' + option.value),
                  inOneLine(option.help));
    }
    page.section("EXAMPLES").lines(examples_);
    page.section("SEE ALSO").paragraph("gantry(1)");
    return page.text();
}

std::string OptionParser::help() const {
    std::ostringstream text;
    text << "usage: " << usage_ << "\n\n" << summary_ << "\n\noptions:\n";
    for (const Option& option : options_) {
        std::string left = (option.name == "help" ? "  -h, --" : "  --") + option.name;
        if (!option.value.empty()) {
            left += ' ' + option.value;
        }
        left.resize(std::max(left.size() + 1, kColumn), ' ');
        text << left << wrapped(option.help) << '\n';
    }
    text << "\nexamples:\n";
    for (const std::string& example : examples_) {
        text << "  " << example << '\n';
    }
    return text.str();
}

}  // namespace gantry::tools
