#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "Layout.hpp"

namespace gantry::perf::timeline {

/// A finished row. The entry has the figures that the builder counted, but no places.
struct RowParts {
    RowEntry entry{};
    std::vector<Block> blocks;
    std::vector<std::uint64_t> words;
    std::vector<EventEntry> events;
};

/// Makes the blocks of one row. For one thread.
class RowBuilder final {
public:
    /// Of a name whose calls have the activity of their caller.
    static constexpr std::uint32_t kInherited = ~std::uint32_t{0};

    /// Activities by name; they may grow meanwhile.
    explicit RowBuilder(const std::vector<std::uint32_t>& activities) : activities_(activities) {}

    void start(std::uint64_t ticks, std::uint32_t name);
    void stop(std::uint64_t ticks, std::uint32_t name);
    void event(std::uint64_t ticks, std::uint32_t name, std::optional<double> value);
    void lost(std::uint64_t ticks, std::uint64_t records);

    RowParts take();

private:
    struct Frame {
        std::uint32_t tag;
        std::size_t block;
        std::uint64_t start;
    };

    void record(std::uint64_t ticks, std::uint32_t tag);
    void beginBlock(std::uint64_t ticks);
    void pop(std::uint64_t ticks);
    void noteCall(const Frame& frame, std::uint64_t end);
    void flush();
    Block& block(std::size_t number) {
        return number == parts_.blocks.size() ? current_ : parts_.blocks[number];
    }

    const std::vector<std::uint32_t>& activities_;
    RowParts parts_;
    std::vector<Frame> open_;
    Block current_{};
    std::array<std::uint64_t, kBlock> times_{};
    std::array<std::uint64_t, kBlock> tags_{};
    std::uint32_t count_ = 0;
    std::uint64_t last_ = 0;
    std::uint32_t tag_ = 0;                // after the last record
    std::array<std::uint64_t, 4> sums_{};  // by activity
    std::uint16_t depth_ = 0;              // likewise
    std::uint64_t tooDeep_ = 0;
};

}  // namespace gantry::perf::timeline
