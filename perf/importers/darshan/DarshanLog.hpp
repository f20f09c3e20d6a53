#pragma once

#include <perf/importers/reading/ImportFile.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>

namespace gantry::perf {

/// The modules of Darshan that are read.
enum class DarshanModule : std::uint8_t { Posix, MpiIo, Stdio, HeatMap };

/// The bytes of one region, expanded, with numbers in the byte order of the log.
class DarshanRegion final {
public:
    DarshanRegion() = default;
    DarshanRegion(std::string bytes, bool isSwapped)
        : bytes_(std::move(bytes)), isSwapped_(isSwapped) {}

    [[nodiscard]] std::string_view bytes() const { return bytes_; }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    /// The number at that place, which is inside.
    [[nodiscard]] std::int64_t whole(std::size_t at) const {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes_.data() + at, sizeof value);
        return static_cast<std::int64_t>(isSwapped_ ? __builtin_bswap64(value) : value);
    }
    [[nodiscard]] double real(std::size_t at) const { return std::bit_cast<double>(whole(at)); }

private:
    std::string bytes_;
    bool isSwapped_ = false;
};

/// What a log says of its job.
struct DarshanJob {
    std::int64_t uid = 0;
    std::int64_t startSeconds = 0;
    std::int64_t timeNs = 0;
    std::int64_t ranks = 0;
    std::int64_t id = 0;
    std::string metadata;  ///< lines KEY=VALUE
    std::string command;
    std::string mounts;  ///< lines TYPE, a tab, FOLDER
};

/// Whether the bytes begin as a log of Darshan 3.
bool looksLikeDarshan(std::string_view beginning);

/// A log of Darshan: its header, from which its regions are found. Every place and length is
/// checked against the file. The file must outlive it.
class DarshanLog final {
public:
    /// Throws base::InputError for a version that is not known, and for a damaged header.
    explicit DarshanLog(const ImportFile& file);

    /// Whether the log has anything of the module, and its version of the records.
    [[nodiscard]] bool has(DarshanModule module) const { return map(module).bytes > 0; }
    [[nodiscard]] std::uint32_t version(DarshanModule module) const { return map(module).version; }
    /// Whether Darshan had no room for all records of the module.
    [[nodiscard]] bool isPartial(DarshanModule module) const { return map(module).isPartial; }
    /// Where the module's region begins in the file, for messages.
    [[nodiscard]] std::size_t placeOf(DarshanModule module) const { return map(module).at; }
    /// How many other modules have a region, which is not read.
    [[nodiscard]] std::size_t otherModules() const { return others_; }

    /// Expands a region. Throws base::InputError where that is not possible.
    [[nodiscard]] DarshanRegion region(DarshanModule module) const { return expanded(map(module)); }
    [[nodiscard]] DarshanJob job() const;
    /// Names by the ids of records.
    [[nodiscard]] std::unordered_map<std::uint64_t, std::string> names() const;

private:
    struct Part {
        std::size_t at = 0;
        std::size_t bytes = 0;
        std::uint32_t version = 0;
        bool isPartial = false;
    };
    struct Layout;

    [[nodiscard]] const Part& map(DarshanModule module) const {
        return parts_[static_cast<std::size_t>(module)];
    }
    [[nodiscard]] Part partAt(std::size_t entry) const;
    [[nodiscard]] DarshanRegion expanded(const Part& part) const;
    void readModules(const Layout& layout);
    void readJobPlace(const Layout& layout);

    const ImportFile& file_;
    DarshanRegion header_;
    bool isSwapped_ = false;
    bool hasNanoseconds_ = false;
    std::uint8_t compression_ = 0;
    Part job_;
    Part names_;
    std::array<Part, 4> parts_{};
    std::size_t others_ = 0;
};

}  // namespace gantry::perf
