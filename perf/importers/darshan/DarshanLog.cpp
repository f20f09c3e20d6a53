#include "DarshanLog.hpp"

#include <perf/importers/reading/Bzip2.hpp>
#include <perf/importers/reading/Gzip.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace gantry::perf {

namespace {

constexpr std::uint64_t kMagic = 6567223;
constexpr std::size_t kMagicAt = 8;
constexpr std::size_t kCompressionAt = 16;
constexpr std::size_t kWord = 8;
constexpr std::size_t kMetadata = 1024;
constexpr const char* kDamaged = "; the log is damaged or cut short: copy it again";

enum Compression : std::uint8_t { Zlib, Bzip2, None };

std::uint64_t wordIn(std::string_view bytes, std::size_t at) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

std::string_view versionIn(std::string_view bytes) {
    const std::string_view text = bytes.substr(0, kWord);
    return text.substr(0, std::min(text.find('\0'), text.size()));
}

// A text that ends with a zero byte, or with the bytes.
std::string_view untilZero(std::string_view bytes) {
    return bytes.substr(0, std::min(bytes.find('\0'), bytes.size()));
}

}  // namespace

// Where things are in the header, and which number each module has there.
struct DarshanLog::Layout {
    std::string_view version;
    std::size_t modules;
    std::array<std::size_t, 4> numbers;  // POSIX, MPI-IO, STDIO, heat maps; 0: not yet
    bool hasNanoseconds;

    [[nodiscard]] bool isWide() const { return modules > 32; }  // bits of flags
    [[nodiscard]] std::size_t flagsAt() const { return isWide() ? 24 : 16; }
    [[nodiscard]] std::size_t namesAt() const { return flagsAt() + kWord; }
    [[nodiscard]] std::size_t mapsAt() const { return namesAt() + 2 * kWord; }
    [[nodiscard]] std::size_t versionsAt() const { return mapsAt() + modules * 2 * kWord; }
    [[nodiscard]] std::size_t size() const { return versionsAt() + modules * 4; }

    static std::optional<Layout> of(std::string_view version) {
        constexpr std::array<Layout, 4> kKnown{{{"3.10", 16, {1, 2, 7, 0}, false},
                                                {"3.20", 16, {1, 2, 8, 14}, false},
                                                {"3.21", 16, {1, 2, 8, 14}, false},
                                                {"3.41", 64, {1, 2, 9, 15}, true}}};
        for (const Layout& layout : kKnown) {
            if (layout.version == version) {
                return layout;
            }
        }
        return std::nullopt;
    }
};

bool looksLikeDarshan(std::string_view beginning) {
    if (beginning.size() < kMagicAt + kWord || !beginning.starts_with("3.")) {
        return false;
    }
    const std::uint64_t magic = wordIn(beginning, kMagicAt);
    return magic == kMagic || magic == __builtin_bswap64(kMagic);
}

DarshanLog::DarshanLog(const ImportFile& file) : file_(file) {
    const std::string_view bytes = file.bytes();
    if (!looksLikeDarshan(bytes)) {
        file.fail(0, "a log of Darshan begins with its version, such as 3.41, and a number");
    }
    isSwapped_ = wordIn(bytes, kMagicAt) != kMagic;
    const std::optional<Layout> layout = Layout::of(versionIn(bytes));
    if (!layout) {
        file.fail(0,
                  "the version of the log is not one of 3.10, 3.20, 3.21 and 3.41; convert it with "
                  "darshan-convert of another version of Darshan");
    }
    if (bytes.size() < layout->size()) {
        file.fail(bytes.size(), "the header ends too early" + std::string(kDamaged));
    }
    header_ = DarshanRegion(std::string(bytes.substr(0, layout->size())), isSwapped_);
    hasNanoseconds_ = layout->hasNanoseconds;
    compression_ = static_cast<std::uint8_t>(bytes[kCompressionAt]);
    if (compression_ > None) {
        file.fail(kCompressionAt,
                  "the compression is none of zlib, bzip2 and none" + std::string(kDamaged));
    }
    names_ = partAt(layout->namesAt());
    readModules(*layout);
    readJobPlace(*layout);
}

DarshanLog::Part DarshanLog::partAt(std::size_t entry) const {
    const auto at = static_cast<std::uint64_t>(header_.whole(entry));
    const auto bytes = static_cast<std::uint64_t>(header_.whole(entry + kWord));
    const std::size_t all = file_.bytes().size();
    if (bytes > 0 && (at < header_.size() || at > all || bytes > all - at)) {
        file_.fail(entry, "a region is not inside the file" + std::string(kDamaged));
    }
    return {static_cast<std::size_t>(at), static_cast<std::size_t>(bytes)};
}

void DarshanLog::readModules(const Layout& layout) {
    std::uint64_t flags = static_cast<std::uint64_t>(header_.whole(layout.flagsAt()));
    if (!layout.isWide()) {
        // The upper half of the word that begins with the byte of the compression.
        constexpr unsigned kHalf = 32;
        flags = isSwapped_ ? flags & std::numeric_limits<std::uint32_t>::max() : flags >> kHalf;
    }
    for (std::size_t number = 0; number < layout.modules; ++number) {
        Part part = partAt(layout.mapsAt() + number * 2 * kWord);
        const auto place = std::find(layout.numbers.begin(), layout.numbers.end(), number);
        if (number == 0 || place == layout.numbers.end()) {
            others_ += part.bytes > 0 ? 1 : 0;
            continue;
        }
        std::uint32_t version = 0;
        std::memcpy(&version, header_.bytes().data() + layout.versionsAt() + number * 4,
                    sizeof version);
        part.version = isSwapped_ ? __builtin_bswap32(version) : version;
        part.isPartial = (flags >> number & 1U) != 0;
        parts_[static_cast<std::size_t>(place - layout.numbers.begin())] = part;
    }
}

// The job is behind the header, up to the first region.
void DarshanLog::readJobPlace(const Layout& layout) {
    std::size_t end = file_.bytes().size();
    if (names_.at >= layout.size()) {
        end = std::min(end, names_.at);
    } else {
        for (std::size_t number = 0; number < layout.modules; ++number) {
            const Part part = partAt(layout.mapsAt() + number * 2 * kWord);
            end = part.bytes > 0 ? std::min(end, part.at) : end;
        }
    }
    job_ = {layout.size(), end - layout.size()};
}

DarshanRegion DarshanLog::expanded(const Part& part) const {
    constexpr std::size_t kMostRatio = 256;
    constexpr std::size_t kSmall = std::size_t{1} << 16U;
    const std::string_view packed = file_.bytes().substr(part.at, part.bytes);
    if (compression_ == None || packed.empty()) {
        return {std::string(packed), isSwapped_};
    }
    const std::size_t most = std::min(ImportFile::kMostExpanded, kSmall + kMostRatio * part.bytes);
    Expanded result = compression_ == Zlib ? expandZlib(packed, most) : expandBzip2(packed, most);
    if (!result.fault.empty()) {
        file_.fail(part.at + result.consumed, result.fault);
    }
    return {std::move(result.bytes), isSwapped_};
}

DarshanJob DarshanLog::job() const {
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    constexpr std::int64_t kMostSeconds = std::int64_t{1} << 40U;
    // A profile keeps values up to 2^56, of ns too.
    constexpr std::int64_t kLongest = (std::int64_t{1} << 56U) / kNsPerSecond - 1;
    const DarshanRegion region = expanded(job_);
    const std::size_t numbers = hasNanoseconds_ ? 7 : 5;
    if (region.size() < numbers * kWord + kMetadata) {
        file_.fail(job_.at, "the description of the job ends too early" + std::string(kDamaged));
    }
    const auto number = [&region](std::size_t place) { return region.whole(place * kWord); };
    DarshanJob job;
    job.uid = number(0);
    job.startSeconds = number(1);
    const std::int64_t endSeconds = number(hasNanoseconds_ ? 3 : 2);
    job.ranks = number(numbers - 2);
    job.id = number(numbers - 1);
    const std::int64_t startNs = hasNanoseconds_ ? number(2) : 0;
    // Whole seconds: a job that ended in the second in which it began took up to one.
    const std::int64_t endNs = hasNanoseconds_ ? number(4) : kNsPerSecond;
    if (job.startSeconds < 0 || endSeconds < job.startSeconds || endSeconds > kMostSeconds ||
        endSeconds - job.startSeconds > kLongest || startNs < 0 || endNs < 0 ||
        startNs > kNsPerSecond || endNs > kNsPerSecond || job.ranks < 1 ||
        job.ranks > std::numeric_limits<std::int32_t>::max()) {
        file_.fail(job_.at, "the job has a time or a number of ranks that is not possible" +
                                std::string(kDamaged));
    }
    job.timeNs =
        std::max<std::int64_t>(0, (endSeconds - job.startSeconds) * kNsPerSecond + endNs - startNs);
    job.metadata = untilZero(region.bytes().substr(numbers * kWord, kMetadata));
    const std::string_view texts = untilZero(region.bytes().substr(numbers * kWord + kMetadata));
    const std::size_t line = std::min(texts.find('\n'), texts.size());
    job.command = texts.substr(0, line);
    job.mounts = texts.substr(std::min(line + 1, texts.size()));
    return job;
}

std::unordered_map<std::uint64_t, std::string> DarshanLog::names() const {
    std::unordered_map<std::uint64_t, std::string> names;
    if (names_.bytes == 0) {
        return names;
    }
    const DarshanRegion region = expanded(names_);
    for (std::size_t at = 0; at + kWord < region.size();) {
        const auto id = static_cast<std::uint64_t>(region.whole(at));
        const std::string_view rest = region.bytes().substr(at + kWord);
        const std::size_t length = rest.find('\0');
        if (length == std::string_view::npos) {
            file_.fail(names_.at, "the last name has no end" + std::string(kDamaged));
        }
        if (length > 0) {
            names.try_emplace(id, rest.substr(0, length));
        }
        at += kWord + length + 1;
    }
    return names;
}

}  // namespace gantry::perf
