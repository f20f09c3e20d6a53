// The share of a row in each pixel column: whole blocks by the difference of their sums, and the
// records of the blocks at both ends one by one.

#include "RowShares.hpp"

#include <array>

namespace gantry::perf::timeline {

RowShares::RowShares(const TimelineImage& image, std::uint32_t row)
    : image_(image), row_(row), reader_(image, row) {}

void RowShares::begin(std::uint64_t ticks) {
    reader_.seek(ticks);
    now_ = ticks;
}

void RowShares::addRecords(TimelineColumn& column, std::uint64_t ticks) {
    // In locals: this loop is most of what a picture of a whole run costs.
    std::array<std::uint64_t, kActivities> sums{};
    std::uint64_t now = now_;
    std::uint64_t longest = 0;
    std::uint32_t name = 0;
    reader_.scan(ticks, [&](std::uint64_t time, std::uint32_t tag) {
        const std::uint64_t length = time - now;
        sums[activityIn(tag)] += length;
        const bool isLonger = nameIn(tag) != 0 && (length > longest || name == 0);
        longest = isLonger ? length : longest;
        name = isLonger ? nameIn(tag) : name;
        now = time;
        ++column.records;
    });
    for (std::size_t i = 0; i < kActivities; ++i) {
        column.ticks[i] += sums[i];
    }
    note(static_cast<float>(longest), name, column);
    now_ = now;
}

TimelineColumn RowShares::upTo(std::uint64_t ticks) {
    TimelineColumn column;
    longest_ = 0;
    const auto isBefore = [&] { return !reader_.atEnd() && reader_.time() < ticks; };
    while (isBefore()) {
        const std::uint64_t record = reader_.number();
        if (reader_.atBlockBegin()) {
            addBlocks(column, ticks);
            if (!isBefore()) {
                break;
            }
        }
        addRecords(column, ticks);
        if (reader_.number() == record) {
            image_.refuse(image_.rows[row_].blocksAt, "a block of the row ends before it begins");
        }
    }
    if (now_ < ticks) {
        // Nothing is known of what comes after the last record.
        add(column, ticks - now_, reader_.atEnd() ? 0 : reader_.before());
        now_ = ticks;
    }
    // It may be of a block that was not decoded.
    if (column.name >= image_.names.size()) {
        image_.refuse(image_.rows[row_].blocksAt, "a block of the row names an unknown call");
    }
    return column;
}

// Whole blocks that end before that tick, by their sums; the reader is at the begin of one.
void RowShares::addBlocks(TimelineColumn& column, std::uint64_t ticks) {
    const std::uint64_t first = reader_.block();
    const std::uint64_t last = reader_.lastBlockAt(ticks - 1, first);
    if (last == first) {
        return;
    }
    const Block& from = reader_.blockAt(first);
    const Block& to = reader_.blockAt(last);
    add(column, from.time - now_, from.before);
    std::uint64_t known = 0;
    for (std::size_t i = 0; i + 1 < kActivities; ++i) {
        const std::uint64_t ticksIn = to.sums[i] - from.sums[i];
        column.ticks[i + 1] += ticksIn;
        known += ticksIn;
    }
    // The image has no sum for the time outside of calls: it is what the other three leave.
    column.ticks[0] += to.time - from.time - known;
    column.records += (last - first) * kBlock;
    for (std::uint64_t block = first; block < last; ++block) {
        note(reader_.blockAt(block).longestStretch, reader_.blockAt(block).longestName, column);
    }
    now_ = to.time;
    reader_.skipToBlock(last);
}

void RowShares::add(TimelineColumn& column, std::uint64_t ticks, std::uint32_t tag) {
    column.ticks[activityIn(tag)] += ticks;
    if (nameIn(tag) != 0) {
        note(static_cast<float>(ticks), nameIn(tag), column);
    }
}

// A stretch of no length names the column if nothing else does, so that calls too short for the
// clock still show.
void RowShares::note(float length, std::uint32_t name, TimelineColumn& column) {
    if ((name != 0 && length > longest_) || (column.name == 0 && name != 0)) {
        longest_ = length;
        column.name = name;
    }
}

}  // namespace gantry::perf::timeline
