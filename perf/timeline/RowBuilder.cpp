// Makes blocks of 128 records of one row, with sums before each block (docs/formats/timeline.md).

#include "RowBuilder.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "BitColumn.hpp"

namespace gantry::perf::timeline {

namespace {

constexpr std::uint32_t kBusy = 1;

// Never below the number, so that a search that goes by it misses nothing.
float roundedUp(std::uint64_t ticks) {
    const auto nearest = static_cast<float>(ticks);
    return std::nextafter(nearest, std::numeric_limits<float>::infinity());
}

}  // namespace

void RowBuilder::start(std::uint64_t ticks, std::uint32_t name) {
    // A block has 16 bits for its depth. The stops of the calls left out are recognised by their
    // number: what began last ends first.
    if (open_.size() == kMostDepth) {
        ++tooDeep_;
        return;
    }
    std::uint32_t activity = activities_[name];
    if (activity == kInherited) {
        activity = open_.empty() ? kBusy : activityIn(open_.back().tag);
    }
    // The activity is resolved here once, so that a reader never looks at the callers of a call.
    const std::uint32_t tag = tagOf(name, activity, false);
    record(ticks, tag);
    // The record may have filled its block.
    const std::size_t block = count_ == 0 ? parts_.blocks.size() - 1 : parts_.blocks.size();
    open_.push_back({tag, block, last_});
}

void RowBuilder::stop(std::uint64_t ticks, std::uint32_t name) {
    if (tooDeep_ > 0) {
        --tooDeep_;
    } else if (open_.empty() || nameIn(open_.back().tag) != name) {
        ++parts_.entry.unmatched;
    } else {
        pop(ticks);
    }
}

void RowBuilder::event(std::uint64_t ticks, std::uint32_t name, std::optional<double> value) {
    // Not earlier than the one before: readers search events by bisection.
    const std::uint64_t time =
        parts_.events.empty() ? ticks : std::max(ticks, parts_.events.back().ticks);
    parts_.events.push_back({time, name, value ? 1U : 0U, value.value_or(0)});
}

void RowBuilder::lost(std::uint64_t ticks, std::uint64_t records) {
    // The stops of the calls that run may be among what is missing. Without an end here, everything
    // that follows would count as inside of them.
    parts_.entry.lost += records;
    tooDeep_ = 0;
    while (!open_.empty()) {
        pop(ticks);
    }
}

RowParts RowBuilder::take() {
    parts_.entry.lastTicks = last_;
    // Calls without an end count up to the last record, so that a search for long calls finds them.
    for (const Frame& frame : open_) {
        noteCall(frame, last_);
    }
    flush();
    // Checks are computed at the end, not in flush(): noteCall() changes a block long after it was
    // flushed, when a call ends that began in it.
    for (std::size_t i = 0; i < parts_.blocks.size(); ++i) {
        Block& block = parts_.blocks[i];
        const std::size_t words =
            wordsOf(block.count, block.timeBits) + wordsOf(block.count, block.tagBits);
        block.check = checkOf(block, parts_.words.data() + block.words, words);
    }
    // unpackColumn() reads that far behind the last column.
    parts_.words.insert(parts_.words.end(), kPadding, 0);
    parts_.entry.blockCount = parts_.blocks.size();
    parts_.entry.wordCount = parts_.words.size();
    return std::move(parts_);
}

void RowBuilder::pop(std::uint64_t ticks) {
    const Frame frame = open_.back();
    open_.pop_back();
    // What runs after a stop is the caller, in the caller's activity.
    record(ticks, (open_.empty() ? 0 : open_.back().tag) | 1U);
    noteCall(frame, last_);
}

void RowBuilder::noteCall(const Frame& frame, std::uint64_t end) {
    Block& of = block(frame.block);
    of.longestCall = std::max(of.longestCall, roundedUp(end - frame.start));
}

void RowBuilder::record(std::uint64_t ticks, std::uint32_t tag) {
    if (parts_.entry.records++ == 0) {
        parts_.entry.firstTicks = last_ = ticks;
    }
    // Clamped, so that no difference of times wraps and the sums of a row never decrease.
    const std::uint64_t time = std::max(ticks, last_);
    const std::uint64_t stretch = time - last_;
    sums_[activityIn(tag_)] += stretch;
    // The stretch that ends now belongs to the block of the record with which it began. If that
    // record was the last of its block, the block is already flushed. A stretch of no length also
    // gets a name, so that a block of calls too short for the clock is not without one.
    if (nameIn(tag_) != 0) {
        Block& of = count_ == 0 ? parts_.blocks.back() : current_;
        if (const auto length = static_cast<float>(stretch);
            length > of.longestStretch || of.longestName == 0) {
            of.longestStretch = length;
            of.longestName = nameIn(tag_);
        }
    }
    if (count_ == 0) {
        beginBlock(time);
    }
    times_[count_] = time;
    tags_[count_++] = tag;
    last_ = time;
    tag_ = tag & ~std::uint32_t{1};
    depth_ = static_cast<std::uint16_t>(isStop(tag) ? depth_ - 1 : depth_ + 1);
    current_.leastDepth = std::min(current_.leastDepth, depth_);
    if (count_ == kBlock) {
        flush();
    }
}

void RowBuilder::beginBlock(std::uint64_t ticks) {
    // State and sums before the first record: a reader can begin at any block without those before
    // it.
    current_ = {};
    current_.time = ticks;
    std::copy(sums_.begin() + 1, sums_.end(), current_.sums);
    current_.before = tag_;
    current_.depth = depth_;
    current_.leastDepth = depth_;
}

void RowBuilder::flush() {
    if (count_ == 0) {
        return;
    }
    std::array<std::uint64_t, kBlock> numbers{};
    std::uint64_t times = 0;
    std::uint64_t tags = 0;
    // The bits of all numbers together are as wide as the largest of them. The first difference is
    // 0: the block itself has the time of its first record.
    for (std::uint32_t i = 1; i < count_; ++i) {
        numbers[i] = times_[i] - times_[i - 1];
        times |= numbers[i];
    }
    for (std::uint32_t i = 0; i < count_; ++i) {
        tags |= tags_[i];
    }
    current_.count = static_cast<std::uint8_t>(count_);
    current_.timeBits = static_cast<std::uint8_t>(std::bit_width(times));
    current_.tagBits = static_cast<std::uint8_t>(std::bit_width(tags));
    current_.words = static_cast<std::uint32_t>(parts_.words.size());
    packColumn(numbers.data(), count_, current_.timeBits, parts_.words);
    packColumn(tags_.data(), count_, current_.tagBits, parts_.words);
    parts_.blocks.push_back(current_);
    count_ = 0;
}

}  // namespace gantry::perf::timeline
