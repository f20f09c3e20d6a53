#include "matrices/common/TextFile.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace matrices {
namespace {

bool isBlank(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// For a number that from_chars found too large or too small, and left out: infinity, or zero or a
// subnormal number.
double nearestDouble(const std::string& text) {
    // In the C locale, which is not always that of the program.
    static const locale_t kPlain = ::newlocale(LC_ALL_MASK, "C", nullptr);
    return ::strtod_l(text.c_str(), nullptr, kPlain);
}

}  // namespace

void fail(const std::string& file, std::int64_t line, const std::string& text) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                        file + (line > 0 ? ":" + std::to_string(line) : "") + ": " + text);
}

TextFile::TextFile(std::string name) : name_(std::move(name)) {
    if (name_.empty()) {
        matrices::fail("(no file)", 0, "no file is named; set the parameter 'file'");
    }
    std::error_code error;
    // ifstream opens folders and fails only when reading, with a worse message.
    if (std::filesystem::is_directory(name_, error)) {
        fail("is a folder, not a file with a matrix");
    }
    std::ifstream file(name_, std::ios::binary);
    if (!file) {
        fail(std::string("cannot be read: ") + std::generic_category().message(errno));
    }
    text_.assign(std::istreambuf_iterator<char>(file), {});
    if (file.bad()) {
        fail("cannot be read to its end");
    }
}

std::optional<std::string_view> TextFile::next() {
    if (at_ >= text_.size()) {
        return std::nullopt;
    }
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = std::string_view(text_).substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

std::string_view TextFile::require(const char* what) {
    if (const auto line = next()) {
        return *line;
    }
    fail(std::string("the file ends here; expected ") + what);
}

std::vector<std::string_view> wordsOf(std::string_view line) {
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while (at < line.size()) {
        while (at < line.size() && isBlank(line[at])) {
            ++at;
        }
        const std::size_t begin = at;
        while (at < line.size() && !isBlank(line[at])) {
            ++at;
        }
        if (at > begin) {
            words.push_back(line.substr(begin, at - begin));
        }
    }
    return words;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isBlank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isBlank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return lower;
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    text = trimmed(text);
    // from_chars accepts no plus sign, which Fortran writes.
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

std::optional<double> realNumber(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+')) {
        text.remove_prefix(1);
    }
    std::string plain(text);
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c == 'D' || c == 'd'; }, 'e');
    double number = 0;
    const char* const last = plain.data() + plain.size();
    const auto [end, error] = std::from_chars(plain.data(), last, number);
    if (end != last || plain.empty() ||
        (error != std::errc() && error != std::errc::result_out_of_range)) {
        return std::nullopt;
    }
    return error == std::errc() ? number : nearestDouble(plain);
}

}  // namespace matrices
