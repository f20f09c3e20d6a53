#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// The lines of a text, one after the other, without their ends; LF and CR LF end a line. Refers to
/// the text and copies nothing. A last line without an end counts; an empty text has no line.
///
///     TextLines lines(text);
///     for (std::string_view line; lines.next(line);) { use(lines.offset(), line); }
class TextLines final {
public:
    /// The text must outlive this and the lines.
    explicit TextLines(std::string_view text) : text_(text) {}

    /// Gets the next line; false after the last one. The line is a part of the text, and stays
    /// valid as long as the text.
    bool next(std::string_view& line) {
        if (next_ >= text_.size()) {
            return false;
        }
        // A begin behind the text is the end: it is reached also where the last line has an end.
        begin_ = next_;
        const std::size_t end = std::min(text_.find('\n', begin_), text_.size());
        isWhole_ = end < text_.size();
        next_ = end + 1;
        // A CR counts as part of the end only in front of the LF, or at the end of the text.
        line = text_.substr(begin_, end - begin_);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        return true;
    }
    /// Where the line begins. In bytes from the beginning of the text. Of the line that next() got
    /// last.
    [[nodiscard]] std::size_t offset() const { return begin_; }
    /// Whether a line feed ends it. A last line without one may be the rest of a file that was cut
    /// off.
    [[nodiscard]] bool isWhole() const { return isWhole_; }

private:
    std::string_view text_;
    // Offsets in text_: of the line that was got last, and of the next one.
    std::size_t begin_ = 0;
    std::size_t next_ = 0;
    bool isWhole_ = false;
};

/// Without blanks and tabs at its ends.
inline std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos
               ? std::string_view{}
               : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The words of a text, between blanks and tabs. They refer to the text.
///
///     wordsOf(" a  bc ");    // "a" and "bc"
inline std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(" \t"); at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(" \t", end);
    }
    return words;
}

}  // namespace gantry::perf
