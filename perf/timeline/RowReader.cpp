#include "RowReader.hpp"

#include <algorithm>

#include "BitColumn.hpp"

namespace gantry::perf::timeline {

RowReader::RowReader(const TimelineImage& image, std::uint32_t row)
    : image_(image),
      row_(image.rows[row]),
      lastTicks_(image.infos[row].lastTicks),
      times_{},
      tags_{} {
    seekBlock(0);
}

void RowReader::seek(std::uint64_t ticks) {
    if (row_.blockCount == 0 || row_.blocks[0].time >= ticks) {
        seekBlock(0);
        return;
    }
    // The last block that begins before it: records at that very time may be at its end.
    block_ = lastBlockAt(ticks - 1, 0);
    decode();
    place(static_cast<std::uint32_t>(
        std::lower_bound(times_.begin(), times_.begin() + count_, ticks) - times_.begin()));
}

void RowReader::seekRecord(std::uint64_t number) {
    seekBlock(std::min(number / kBlock, row_.blockCount));
    if (!atEnd()) {
        place(static_cast<std::uint32_t>(std::min<std::uint64_t>(number % kBlock, count_)));
    }
}

void RowReader::seekBlock(std::uint64_t number) {
    block_ = number;
    at_ = 0;
    if (!atEnd()) {
        decode();
        place(0);
    }
}

// depth_ and before_ are of the time before the record here, so the record that is left is applied
// to both. place() computes the same from the begin of the block.
void RowReader::advance() {
    const std::uint32_t tag = this->tag();
    depth_ = isStop(tag) ? depth_ - 1 : depth_ + 1;
    before_ = tag & ~std::uint32_t{1};
    if (++at_ == count_) {
        seekBlock(block_ + 1);
    }
}

bool RowReader::back() {
    if (at_ == 0) {
        if (block_ == 0) {
            return false;
        }
        --block_;
        decode();
        place(count_ - 1);
        return true;
    }
    --at_;
    // Undoes the record here, where advance() applies the one that is left.
    depth_ = isStop(tag()) ? depth_ + 1 : depth_ - 1;
    before_ = at_ == 0 ? row_.blocks[block_].before
                       : static_cast<std::uint32_t>(tags_[at_ - 1]) & ~std::uint32_t{1};
    return true;
}

std::uint64_t RowReader::lastBlockAt(std::uint64_t ticks, std::uint64_t first) const noexcept {
    // Most steps are short, so doubled steps come before halved ones (exponential search): a pixel
    // column of a zoomed view ends in the same block or a few blocks further on.
    std::uint64_t step = 1;
    std::uint64_t low = first;
    while (low + step < row_.blockCount && row_.blocks[low + step].time <= ticks) {
        low += step;
        step *= 2;
    }
    std::uint64_t high = std::min(low + step, row_.blockCount);
    while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        (row_.blocks[middle].time <= ticks ? low : high) = middle;
    }
    return low;
}

// Keeps one decoded block. The check sum finds damage; the tests below find what no builder writes,
// so that a file with a right sum and wrong contents cannot make a query read out of bounds: depths
// do not go below 0, names exist, time stays within the row.
void RowReader::decode() {
    if (decoded_ == block_) {
        return;
    }
    const Block& block = row_.blocks[block_];
    check(block);
    count_ = block.count;
    const std::uint64_t* const words = row_.words + block.words;
    unpackColumn(words, count_, block.timeBits, times_.data());
    unpackColumn(words + wordsOf(count_, block.timeBits), count_, block.tagBits, tags_.data());
    std::uint64_t time = block.time;
    std::uint32_t depth = block.depth;
    std::uint32_t most = 0;
    bool below = false;
    for (std::uint32_t i = 0; i < count_; ++i) {
        time += times_[i];
        times_[i] = time;
        const auto tag = static_cast<std::uint32_t>(tags_[i]);
        below = below || (depth == 0 && isStop(tag));
        depth = isStop(tag) && depth > 0 ? depth - 1 : depth + 1;
        most = std::max(most, nameIn(tag));
    }
    if (below || most >= image_.names.size() || time < block.time || time > lastTicks_) {
        refuse("a block has records that cannot be");
    }
    decoded_ = block_;
}

void RowReader::check(const Block& block) const {
    // Only the last block may be short: number() computes the number of a record from its place.
    const bool isLast = block_ + 1 == row_.blockCount;
    if (block.count == 0 || block.count > kBlock || (!isLast && block.count != kBlock) ||
        block.timeBits > 64 || block.tagBits > 32 || nameIn(block.before) >= image_.names.size()) {
        refuse("a block has a count or a width that cannot be");
    }
    const std::uint64_t words =
        wordsOf(block.count, block.timeBits) + wordsOf(block.count, block.tagBits);
    // The widths are limited above, so this sum cannot overflow.
    if (block.words + words + kPadding > row_.wordCount) {
        refuse("the columns of a block are not inside of those of its row");
    }
    if (checkOf(block, row_.words + block.words, words) != block.check) {
        refuse("a block is not as it was written");
    }
}

void RowReader::place(std::uint32_t at) {
    if (at == count_) {
        seekBlock(block_ + 1);
        return;
    }
    const Block& block = row_.blocks[block_];
    at_ = at;
    depth_ = block.depth;
    for (std::uint32_t i = 0; i < at; ++i) {
        depth_ = isStop(static_cast<std::uint32_t>(tags_[i])) ? depth_ - 1 : depth_ + 1;
    }
    before_ =
        at == 0 ? block.before : static_cast<std::uint32_t>(tags_[at - 1]) & ~std::uint32_t{1};
}

void RowReader::refuse(const char* what) const {
    image_.refuse(row_.blocksAt + block_ * sizeof(Block), what);
}

}  // namespace gantry::perf::timeline
