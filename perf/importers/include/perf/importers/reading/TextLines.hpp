#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// The lines of a text, one after the other, without their ends; LF and CR LF end a line.
class TextLines final {
public:
    explicit TextLines(std::string_view text) : text_(text) {}

    bool next(std::string_view& line) {
        if (next_ >= text_.size()) {
            return false;
        }
        begin_ = next_;
        const std::size_t end = std::min(text_.find('\n', begin_), text_.size());
        isWhole_ = end < text_.size();
        next_ = end + 1;
        line = text_.substr(begin_, end - begin_);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        return true;
    }
    /// Where the line begins.
    [[nodiscard]] std::size_t offset() const { return begin_; }
    /// Whether a line feed ends it.
    [[nodiscard]] bool isWhole() const { return isWhole_; }

private:
    std::string_view text_;
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

/// The words of a text, between blanks and tabs.
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
