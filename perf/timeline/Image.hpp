#pragma once

#include <perf/timeline/TimelineError.hpp>
#include <perf/timeline/TimelineTypes.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "Layout.hpp"

namespace gantry::perf {

/// The bytes of an image, and what was checked of them: header, sections, and that the blocks and
/// columns of each row are inside of it. Blocks themselves are checked by who reads them.
class TimelineImage final {
public:
    struct Row {
        const timeline::Block* blocks = nullptr;
        std::uint64_t blockCount = 0;
        std::uint64_t blocksAt = 0;  ///< place in the image
        const std::uint64_t* words = nullptr;
        std::uint64_t wordCount = 0;
        std::span<const timeline::EventEntry> events;
    };

    explicit TimelineImage(std::vector<std::byte> bytes);
    explicit TimelineImage(const std::filesystem::path& file);
    ~TimelineImage();
    TimelineImage(const TimelineImage&) = delete;
    TimelineImage& operator=(const TimelineImage&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

    std::uint64_t source = 0;
    std::vector<TimelineRow> infos;
    std::vector<Row> rows;
    std::vector<TimelineName> names;
    std::span<const timeline::MessageEntry> messages;
    TimelineWindow extent;
    std::uint64_t records = 0;

    /// Throws TimelineError with Kind::Damaged.
    [[noreturn]] void refuse(std::uint64_t place, const std::string& what) const;

private:
    class Loader;

    std::vector<std::byte> owned_;
    std::span<const std::byte> bytes_;
    void* mapping_ = nullptr;
    std::string file_;
};

}  // namespace gantry::perf
