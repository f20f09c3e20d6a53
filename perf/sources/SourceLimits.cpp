#include <base/text/NumberText.hpp>
#include <perf/archive/ArchivedSource.hpp>
#include <perf/sources/SourceLimits.hpp>

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace gantry::perf {

namespace {

std::optional<std::int64_t> bytesIn(std::string_view text, std::int64_t most) {
    std::int64_t unit = 1;
    if (!text.empty()) {
        const std::size_t power = std::string_view("kMG").find(text.back());
        if (power != std::string_view::npos) {
            unit = std::int64_t{1} << (10 * (power + 1));
            text.remove_suffix(1);
        }
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0 ||
        number > most / unit) {
        return std::nullopt;
    }
    return number * unit;
}

}  // namespace

SourceLimits readSourceLimits(const std::string& text) {
    const std::string_view words = text;
    const std::size_t comma = words.find(',');
    if (comma != std::string_view::npos) {
        const auto file = bytesIn(words.substr(0, comma), kMostSourceBytes);
        const auto all = bytesIn(words.substr(comma + 1), kMostSourcesBytes);
        if (file && all) {
            return {*file, *all};
        }
    }
    throw std::invalid_argument(
        "takes the largest size of a file, at most 256M, and of all files together, at most 1G, "
        "such "
        "as 4M,64M; not '" +
        text + "'");
}

std::string sizeText(std::int64_t bytes) {
    constexpr std::int64_t kKiB = 1024;
    if (bytes >= kKiB && bytes % (kKiB * kKiB) == 0) {
        return std::to_string(bytes / (kKiB * kKiB)) + " MiB";
    }
    if (bytes >= kKiB && bytes % kKiB == 0) {
        return std::to_string(bytes / kKiB) + " KiB";
    }
    return base::plural(static_cast<std::size_t>(bytes), "byte");
}

}  // namespace gantry::perf
