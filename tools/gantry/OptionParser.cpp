#include "OptionParser.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <utility>

namespace gantry::tools {

namespace po = boost::program_options;

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

bool OptionParser::parse(const Words& words) {
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
    if (found == values_.end()) {
        return std::nullopt;
    }
    return found->second.empty() ? std::string() : found->second.front();
}

Words OptionParser::values(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? Words() : found->second;
}

void OptionParser::addValues(const std::string& name, const Words& words) {
    const auto option = std::find_if(options_.begin(), options_.end(),
                                     [&](const Option& each) { return each.name == name; });
    Words& values = values_[name];
    if (!option->isList) {
        // The last one counts.
        values.clear();
    }
    values.insert(values.end(), words.begin(), words.end());
}

std::string OptionParser::help() const {
    std::ostringstream text;
    text << "usage: " << usage_ << "\n\n" << summary_ << "\n\noptions:\n";
    constexpr std::size_t kColumn = 26;
    for (const Option& option : options_) {
        std::string left = (option.name == "help" ? "  -h, --" : "  --") + option.name;
        if (!option.value.empty()) {
            left += ' ' + option.value;
        }
        left.resize(std::max(left.size() + 1, kColumn), ' ');
        text << left << option.help << '\n';
    }
    text << "\nexamples:\n";
    for (const std::string& example : examples_) {
        text << "  " << example << '\n';
    }
    return text.str();
}

}  // namespace gantry::tools
