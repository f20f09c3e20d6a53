#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace matrices {

/// Throws gantry::Error with "FILE:LINE: text"; line 0 names the file alone.
[[noreturn]] void fail(const std::string& file, std::int64_t line, const std::string& text);

/// A text file read as a whole, line by line. Lines may end with LF or CR LF. One thread at a time.
class TextFile final {
public:
    /// Throws gantry::Error where it cannot be read.
    explicit TextFile(std::string name);

    /// As it was given.
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Bytes.
    [[nodiscard]] std::size_t size() const { return text_.size(); }
    /// The number of the line that next gave last.
    [[nodiscard]] std::int64_t line() const { return line_; }
    /// The next line without its end; nothing after the last. A view of this object's text.
    std::optional<std::string_view> next();
    /// As next; throws where there is none, saying what was expected.
    std::string_view require(const char* what);
    /// Throws gantry::Error that names this file and line.
    [[noreturn]] void fail(const std::string& text) const { matrices::fail(name_, line_, text); }

private:
    std::string name_;
    std::string text_;
    std::size_t at_ = 0;
    std::int64_t line_ = 0;
};

/// The words of a line, separated by white space; views of it.
std::vector<std::string_view> wordsOf(std::string_view line);
/// Without blanks at both ends; a view of the argument.
std::string_view trimmed(std::string_view text);
/// For the keywords of file formats, which are ASCII.
std::string lowerCase(std::string_view text);

/// The number a text is as a whole; none where it is not one. Real numbers may have Fortran's D for
/// the exponent; infinities and NaN are numbers here.
std::optional<std::int64_t> wholeNumber(std::string_view text);
std::optional<double> realNumber(std::string_view text);

}  // namespace matrices
