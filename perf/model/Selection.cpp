#include <base/text/GlobPattern.hpp>
#include <perf/model/Selection.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "TauSelection.hpp"

namespace gantry::perf {

namespace {

constexpr std::string_view kFirstLine = "gantry-selection 1";

// One line, read word by word.
class Line final {
public:
    Line(std::string_view text, std::string place) : text_(text), place_(std::move(place)) {}

    [[noreturn]] void fail(const std::string& message) const {
        throw SelectionError(place_ + ':' + std::to_string(begin_ + 1) + ": error: " + message);
    }

    /// The next word; empty at the end of the line.
    std::string_view word() {
        begin_ = std::min(text_.find_first_not_of(" \t", end_), text_.size());
        end_ = std::min(text_.find_first_of(" \t", begin_), text_.size());
        return text_.substr(begin_, end_ - begin_);
    }

    /// Everything up to the end of the line; a name may hold blanks.
    std::string_view rest() {
        word();
        end_ = text_.size();
        const std::string_view all = text_.substr(begin_);
        return all.substr(0, all.find_last_not_of(" \t") + 1);
    }

private:
    std::string_view text_;
    std::string place_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

std::string shown(std::string_view word) {
    return word.empty() ? "the end of the line" : "'" + std::string(word) + "'";
}

SelectionRule readRule(Line& line, std::string_view first) {
    SelectionRule rule;
    if (first != "include" && first != "exclude") {
        line.fail("expected include or exclude, found " + shown(first));
    }
    rule.include = first == "include";
    const std::string_view of = line.word();
    if (of != "timer" && of != "group") {
        line.fail("expected timer or group, found " + shown(of));
    }
    rule.of = of == "timer" ? SelectionRule::Of::Timer : SelectionRule::Of::Group;
    rule.pattern = line.rest();
    if (rule.pattern.empty()) {
        line.fail("a pattern is missing, such as * or integrators::*");
    }
    return rule;
}

}  // namespace

Selection::Verdict Selection::verdict(const TimerInfo& timer) const {
    if (rules.empty()) {
        return Verdict::Unnamed;
    }
    const std::string name = fullName(timer);
    // Backwards: the last matching rule decides.
    const auto last = std::find_if(rules.rbegin(), rules.rend(), [&](const SelectionRule& rule) {
        const bool ofTimer = rule.of == SelectionRule::Of::Timer;
        return base::matchesPattern(rule.pattern, ofTimer ? name : timer.group);
    });
    if (last == rules.rend()) {
        return Verdict::Unnamed;
    }
    return last->include ? Verdict::Included : Verdict::Excluded;
}

Selection parseSelection(std::string_view text, const std::string& name) {
    if (looksLikeTauSelection(text)) {
        return parseTauSelection(text, name);
    }
    Selection selection;
    std::size_t number = 0;
    bool headed = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view content = text.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        // A file that was edited on Windows.
        if (!content.empty() && content.back() == '\r') {
            content.remove_suffix(1);
        }
        Line line(content, name + ':' + std::to_string(number));
        const std::string_view first = line.word();
        if (!headed) {
            if (content != kFirstLine) {
                line.fail("expected the line '" + std::string(kFirstLine) +
                          "', which is the first line of a selection of this version");
            }
            headed = true;
        } else if (!first.empty() && first.front() != '#') {
            selection.rules.push_back(readRule(line, first));
        }
    }
    if (!headed) {
        Line({}, name + ":1")
            .fail("the selection is empty; its first line is '" + std::string(kFirstLine) + "'");
    }
    return selection;
}

std::string textOf(const Selection& selection) {
    std::string text = std::string(kFirstLine) + '\n';
    for (const SelectionRule& rule : selection.rules) {
        text += rule.include ? "include " : "exclude ";
        text += rule.of == SelectionRule::Of::Timer ? "timer " : "group ";
        text += rule.pattern + '\n';
    }
    return text;
}

}  // namespace gantry::perf
