#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sidlc {

class SourceText;

/// Where a token or a tree node begins. Lines and columns count from 1; a column is one byte. The
/// source text outlives every location that points into it. A plain value of 16 bytes; a null
/// source means no place.
struct Location {
    const SourceText* source = nullptr;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// A file that cannot be read; what() names the path and the reason.
class SourceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The text of one file, with its lines. Any bytes are allowed. It is never copied, so that
/// locations and tokens may point into it.
class SourceText final {
public:
    /// Finds the lines once: linear in the size of the text.
    SourceText(std::string name, std::string text);
    ~SourceText() = default;
    SourceText(const SourceText&) = delete;
    SourceText& operator=(const SourceText&) = delete;

    /// The name as it was given; messages show it unchanged.
    const std::string& name() const noexcept { return name_; }
    std::string_view text() const noexcept { return text_; }

    /// Location of the byte at `offset`; an offset past the end gives the end. O(log lines).
    Location locate(std::size_t offset) const;

    /// The line with this number, without its line end; empty when there is no such line.
    std::string_view line(std::uint32_t number) const;

    /// The name without its directories.
    std::string baseName() const;

private:
    std::string name_;
    std::string text_;
    std::vector<std::size_t> lineStarts_;
};

/// The bytes of the file at `path`. Throws SourceError when the path is missing, is a directory,
/// or cannot be read.
std::string readFile(const std::string& path);

}  // namespace sidlc
