#include "SourceText.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace sidlc {

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), lineStarts_{0} {
    // Most files have none, and one byte is searched for faster than two.
    const bool hasReturns = text_.find('\r') != text_.npos;
    const auto next = [&](std::size_t from) {
        return hasReturns ? text_.find_first_of("\r\n", from) : text_.find('\n', from);
    };
    for (std::size_t at = next(0); at != text_.npos; at = next(at + 1)) {
        // A line ends with \n, \r\n or \r alone; of a pair the second byte ends it.
        const bool pair = text_[at] == '\r' && at + 1 < text_.size() && text_[at + 1] == '\n';
        if (!pair) {
            lineStarts_.push_back(at + 1);
        }
    }
}

Location SourceText::locate(std::size_t offset) const {
    offset = std::min(offset, text_.size());
    const auto next = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
    const auto line = static_cast<std::uint32_t>(next - lineStarts_.begin());
    return {this, line, static_cast<std::uint32_t>(offset - lineStarts_[line - 1] + 1)};
}

std::string_view SourceText::line(std::uint32_t number) const {
    if (number == 0 || number > lineStarts_.size()) {
        return {};
    }
    const std::string_view rest = text().substr(lineStarts_[number - 1]);
    return rest.substr(0, rest.find_first_of("\r\n"));
}

std::string SourceText::baseName() const {
    return std::filesystem::path(name_).filename().string();
}

std::string readFile(const std::string& path) {
    const auto refuse = [&path](const std::string& why) {
        return SourceError("cannot read '" + path + "': " + why);
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        throw refuse("it is a directory; name the .sidl files in it");
    }
    // The stream does not report why it failed; what open() left in errno is the best there is.
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw refuse(std::string(std::generic_category().message(errno != 0 ? errno : EIO)) +
                     "; check the path");
    }
    std::string text;
    const std::uintmax_t size = std::filesystem::file_size(path, ignored);
    text.reserve(ignored ? 0 : static_cast<std::size_t>(size));
    char block[65536];
    // Up to the end, whatever the size was: the file may grow, or be a FIFO without a size.
    while (file.read(block, sizeof block) || file.gcount() > 0) {
        text.append(block, static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) {
        throw refuse("reading failed");
    }
    return text;
}

}  // namespace sidlc
