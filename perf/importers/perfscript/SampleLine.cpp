#include "SampleLine.hpp"

#include <perf/importers/reading/Decimal.hpp>
#include <perf/importers/reading/TextLines.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kHexDigits = "0123456789abcdef";

bool isOf(std::string_view text, std::string_view characters) {
    return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

// Seconds and a colon, as "198789.478194:".
bool isTime(std::string_view word) {
    const std::size_t point = word.find('.');
    return word.ends_with(':') && point != std::string_view::npos &&
           isOf(word.substr(0, point), kDigits) &&
           isOf(word.substr(point + 1, word.size() - point - 2), kDigits);
}

// "12" or "12/34".
bool areIds(std::string_view word) {
    const std::size_t slash = word.find('/');
    return slash == std::string_view::npos
               ? isOf(word, kDigits)
               : isOf(word.substr(0, slash), kDigits) && isOf(word.substr(slash + 1), kDigits);
}

std::string_view fileName(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos || path.starts_with('[') ? path : path.substr(slash + 1);
}

// Without "+0x1f" at the end.
std::string_view withoutOffset(std::string_view name) {
    const std::size_t plus = name.rfind("+0x");
    return plus != std::string_view::npos && plus > 0 && isOf(name.substr(plus + 3), kHexDigits)
               ? name.substr(0, plus)
               : name;
}

// From the beginning of one word, which is a part of the text, to its end.
std::string_view from(std::string_view text, std::string_view word) {
    return text.substr(static_cast<std::size_t>(word.data() - text.data()));
}

std::string_view upTo(std::string_view text, std::string_view word) {
    return trimmed(text.substr(0, static_cast<std::size_t>(word.data() - text.data())));
}

}  // namespace

std::optional<StackFrame> parseFrame(std::string_view line) {
    line = trimmed(line);
    const std::size_t blank = std::min(line.find(' '), line.size());
    if (blank > 16 || !isOf(line.substr(0, blank), kHexDigits)) {
        return std::nullopt;
    }
    line = trimmed(line.substr(blank));
    StackFrame frame{line, {}};
    if (line.ends_with(')')) {
        // A name may have brackets too: that of the file is the last one behind a blank.
        const std::size_t open = line.rfind(" (");
        const std::size_t start = open == std::string_view::npos ? 0 : open + 1;
        if (line[start] == '(') {
            frame.object = fileName(line.substr(start + 1, line.size() - start - 2));
            frame.name = trimmed(line.substr(0, start));
        }
    }
    frame.name = withoutOffset(frame.name);
    if (frame.name.empty()) {
        frame.name = "[unknown]";
    }
    return frame;
}

std::optional<SampleLine> parseSample(std::string_view line) {
    const std::vector<std::string_view> words = wordsOf(line);
    const auto time = std::find_if(words.begin(), words.end(), isTime);
    if (time == words.end() || time == words.begin()) {
        return std::nullopt;
    }
    auto ids = time - 1;
    if (ids->starts_with('[') && ids != words.begin()) {
        --ids;  // the processor
    }
    if (!areIds(*ids)) {
        return std::nullopt;
    }
    SampleLine sample;
    sample.ids = *ids;
    sample.program = upTo(line, *ids);
    auto word = time + 1;
    if (word != words.end() && isOf(*word, kDigits)) {
        sample.period = wholeNumber(*word);
        if (!sample.period) {
            return std::nullopt;
        }
        ++word;
    }
    if (word == words.end() || !word->ends_with(':') || word->size() < 2) {
        return std::nullopt;
    }
    sample.event = word->substr(0, word->size() - 1);
    if (++word != words.end() && line.ends_with(')')) {
        sample.frame = parseFrame(from(line, *word));
    }
    return sample;
}

}  // namespace gantry::perf
