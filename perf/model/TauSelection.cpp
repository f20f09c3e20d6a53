#include "TauSelection.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace gantry::perf {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kBegin = "BEGIN_";
constexpr std::string_view kEnd = "END_";

enum List : std::uint8_t { Include, Exclude, FileInclude, FileExclude };
constexpr std::array<std::string_view, 4> kLists{"INCLUDE_LIST", "EXCLUDE_LIST",
                                                 "FILE_INCLUDE_LIST", "FILE_EXCLUDE_LIST"};
// Calls of libraries, which TAU does not select by these lists.
constexpr std::array<const char*, 4> kLibraries{"MPI", "POSIX", "STDIO", "HDF5"};

std::string_view trimmed(std::string_view line) {
    const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
    const std::size_t end = line.find_last_not_of(kBlanks);
    return end == std::string_view::npos ? std::string_view() : line.substr(begin, end - begin + 1);
}

// The text up to the end of a line, and what is behind it.
std::pair<std::string_view, std::string_view> splitLine(std::string_view text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    return {text.substr(0, end), text.substr(std::min(end + 1, text.size()))};
}

// Where the parenthesis at the end was opened; npos where there is none.
std::size_t openingOf(std::string_view routine) {
    std::size_t depth = 0;
    for (std::size_t i = routine.size(); i > 0; --i) {
        depth += routine[i - 1] == ')' ? 1 : 0;
        if (routine[i - 1] == '(' && --depth == 0) {
            return i - 1;
        }
        if (depth == 0) {
            break;
        }
    }
    return std::string_view::npos;
}

// Behind the last blank that is in no template argument: what is before it is a type.
std::string_view withoutType(std::string_view name) {
    std::size_t depth = 0;
    for (std::size_t i = name.size(); i > 0; --i) {
        const char c = name[i - 1];
        depth += c == '>' ? 1 : 0;
        depth -= c == '<' && depth > 0 ? 1 : 0;
        if (c == ' ' && depth == 0) {
            return name.substr(i);
        }
    }
    return name;
}

// "void sort_#(int *) C [{file.c} {3,1}]" is "sort_*": the name of a function in reports.
std::string patternOf(std::string_view routine) {
    routine = trimmed(routine.substr(0, routine.find(" [{")));
    if (routine.size() > 1 && routine.front() == '"' && routine.back() == '"') {
        routine = routine.substr(1, routine.size() - 2);
    }
    for (const std::string_view behind : {" C", " const"}) {
        if (routine.ends_with(behind) &&
            routine.substr(0, routine.size() - behind.size()).ends_with(')')) {
            routine.remove_suffix(behind.size());
        }
    }
    if (const std::size_t parameters = openingOf(routine);
        parameters != std::string_view::npos && parameters > 0) {
        routine = withoutType(trimmed(routine.substr(0, parameters)));
        // Of a function that returns a pointer.
        routine.remove_prefix(std::min(routine.find_first_not_of("*&"), routine.size()));
    }
    std::string pattern(routine);
    std::replace(pattern.begin(), pattern.end(), '#', '*');
    return pattern;
}

class Reader final {
public:
    Reader(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

    Selection read() {
        while (!text_.empty()) {
            const auto [line, rest] = splitLine(text_);
            text_ = rest;
            ++number_;
            readLine(trimmed(line));
        }
        if (open_ != kLists.size()) {
            fail("the list is not closed: add the line END_" + std::string(kLists[open_]));
        }
        return rules();
    }

private:
    [[noreturn]] void fail(const std::string& message) const {
        throw SelectionError(name_ + ':' + std::to_string(number_) + ":1: error: " + message);
    }

    void readLine(std::string_view line) {
        if (line.empty() || line.front() == '#') {
            return;
        }
        if (line.starts_with(kBegin)) {
            begin(line);
        } else if (line.starts_with(kEnd)) {
            if (open_ == kLists.size() || line.substr(kEnd.size()) != kLists[open_]) {
                fail("'" + std::string(line) + "' closes no list that is open");
            }
            open_ = kLists.size();
        } else if (open_ == kLists.size()) {
            fail("'" + std::string(line) +
                 "' is in no list: write it between BEGIN_EXCLUDE_LIST and END_EXCLUDE_LIST, or in "
                 "another list");
        } else {
            add(line);
        }
    }

    void begin(std::string_view line) {
        if (open_ != kLists.size()) {
            fail("the list before is not closed: add the line END_" + std::string(kLists[open_]));
        }
        const auto* const list =
            std::find(kLists.begin(), kLists.end(), line.substr(kBegin.size()));
        open_ = static_cast<std::size_t>(list - kLists.begin());
        if (list == kLists.end()) {
            fail("'" + std::string(line) +
                 "' is not known here: there are INCLUDE_LIST, EXCLUDE_LIST, FILE_INCLUDE_LIST and "
                 "FILE_EXCLUDE_LIST; remove sections for the instrumentation of sources");
        }
    }

    void add(std::string_view line) {
        const bool ofFile = open_ == FileInclude || open_ == FileExclude;
        std::string pattern = ofFile ? std::string(line) : patternOf(line);
        if (pattern.empty()) {
            fail("'" + std::string(line) + "' names no function");
        }
        lists_[open_].push_back(std::move(pattern));
    }

    // Of functions without and with a file, which is a part of a timer's full name.
    void addRoutine(bool include, const std::string& routine, const std::string& file) {
        using enum SelectionRule::Of;
        if (file.empty()) {
            selection_.rules.push_back({include, Timer, routine});
        }
        selection_.rules.push_back({include, Timer, routine + ' ' + (file.empty() ? "*" : file)});
    }

    // The last rule counts, so what excludes is behind what includes, as it wins.
    Selection rules() {
        const bool names = !lists_[Include].empty() || !lists_[FileInclude].empty();
        if (names) {
            selection_.rules.push_back({false, SelectionRule::Of::Timer, "*"});
            for (const char* const group : kLibraries) {
                selection_.rules.push_back({true, SelectionRule::Of::Group, group});
            }
        }
        const std::vector<std::string> anyRoutine{"*"};
        const std::vector<std::string> anyFile{""};
        for (const std::string& routine : lists_[Include].empty() ? anyRoutine : lists_[Include]) {
            for (const std::string& file :
                 lists_[FileInclude].empty() ? anyFile : lists_[FileInclude]) {
                if (names) {
                    addRoutine(true, routine, file);
                }
            }
        }
        for (const std::string& file : lists_[FileExclude]) {
            addRoutine(false, "*", file);
        }
        for (const std::string& routine : lists_[Exclude]) {
            addRoutine(false, routine, "");
        }
        return std::move(selection_);
    }

    std::string_view text_;
    std::string name_;
    std::size_t number_ = 0;
    std::size_t open_ = kLists.size();  ///< the list that lines are in
    std::array<std::vector<std::string>, kLists.size()> lists_;
    Selection selection_;
};

}  // namespace

bool looksLikeTauSelection(std::string_view text) {
    while (!text.empty()) {
        const auto [whole, rest] = splitLine(text);
        const std::string_view line = trimmed(whole);
        if (!line.empty() && line.front() != '#') {
            return line.starts_with(kBegin);
        }
        text = rest;
    }
    return false;
}

Selection parseTauSelection(std::string_view text, const std::string& name) {
    return Reader(text, name).read();
}

}  // namespace gantry::perf
