#pragma once

#include <array>
#include <cstdint>

#include "Image.hpp"

namespace gantry::perf::timeline {

/// The records of one row: a place among them, and the decoded block around it. Blocks are verified
/// when they are decoded; throws TimelineError. For one thread.
class RowReader final {
public:
    RowReader(const TimelineImage& image, std::uint32_t row);

    /// Goes to the first record at or after that tick.
    void seek(std::uint64_t ticks);
    /// Goes to a record by its number; to the end if there are fewer.
    void seekRecord(std::uint64_t number);
    /// Goes to the first record of a block; `number` may be blockCount(), the end.
    void seekBlock(std::uint64_t number);

    /// Whether the place is behind the last record.
    [[nodiscard]] bool atEnd() const noexcept { return block_ == row_.blockCount; }
    /// Of the record here; not at the end.
    [[nodiscard]] std::uint64_t time() const noexcept {
        return at_ == 0 ? row_.blocks[block_].time : times_[at_];
    }
    [[nodiscard]] std::uint32_t tag() const noexcept {
        return static_cast<std::uint32_t>(tags_[at_]);
    }
    /// Calls that run before the record here.
    [[nodiscard]] std::uint32_t depth() const noexcept { return depth_; }
    /// Tag before the record here.
    [[nodiscard]] std::uint32_t before() const noexcept { return before_; }
    [[nodiscard]] std::uint64_t number() const noexcept { return block_ * kBlock + at_; }

    /// To the next record; not at the end.
    void advance();
    /// To the record before; false at the first one.
    bool back();

    /// Goes on in the decoded block, calling use(time, tag before) for each record before that
    /// tick, and to the next block at its end. depth() is not kept.
    template <class Use>
    void scan(std::uint64_t before, Use use) {
        decode();
        std::uint32_t at = at_;
        std::uint32_t tag = before_;
        for (; at < count_ && times_[at] < before; ++at) {
            use(times_[at], tag);
            tag = static_cast<std::uint32_t>(tags_[at]) & ~std::uint32_t{1};
        }
        at_ = at;
        before_ = tag;
        if (at == count_) {
            skipToBlock(block_ + 1);
        }
    }
    /// As seekBlock(), for who goes on with time(), before() or scan() only: the block is decoded
    /// when scan() needs it.
    void skipToBlock(std::uint64_t number) {
        block_ = number;
        at_ = 0;
        before_ = atEnd() ? 0 : row_.blocks[block_].before;
    }

    [[nodiscard]] std::uint64_t block() const noexcept { return block_; }
    [[nodiscard]] bool atBlockBegin() const noexcept { return at_ == 0; }
    [[nodiscard]] std::uint64_t blockCount() const noexcept { return row_.blockCount; }
    [[nodiscard]] const Block& blockAt(std::uint64_t number) const noexcept {
        return row_.blocks[number];
    }
    /// The last block that begins at or before that tick, from `first` on, which does.
    [[nodiscard]] std::uint64_t lastBlockAt(std::uint64_t ticks,
                                            std::uint64_t first) const noexcept;

private:
    void decode();
    void check(const Block& block) const;
    void place(std::uint32_t at);
    [[noreturn]] void refuse(const char* what) const;

    const TimelineImage& image_;
    const TimelineImage::Row& row_;
    std::uint64_t lastTicks_;
    std::uint64_t block_ = 0;
    std::uint64_t decoded_ = ~std::uint64_t{0};
    std::uint32_t at_ = 0;
    std::uint32_t count_ = 0;
    std::uint32_t depth_ = 0;
    std::uint32_t before_ = 0;
    std::array<std::uint64_t, kBlock> times_;
    std::array<std::uint64_t, kBlock> tags_;
};

}  // namespace gantry::perf::timeline
