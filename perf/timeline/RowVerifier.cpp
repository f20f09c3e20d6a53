// Recomputes the sums, depths and tags that blocks repeat of all records before them. RowReader
// checks a block only for itself.

#include "RowVerifier.hpp"

#include <array>

#include "RowReader.hpp"

namespace gantry::perf::timeline {

void verifyRow(const TimelineImage& image, std::uint32_t row) {
    RowReader reader(image, row);
    const TimelineRow& info = image.infos[row];
    std::array<std::uint64_t, kActivities> sums{};
    std::uint64_t last = info.firstTicks;
    std::uint64_t records = 0;
    std::uint32_t depth = 0;
    std::uint32_t tag = 0;
    while (!reader.atEnd()) {
        if (reader.time() < last) {
            image.refuse(image.rows[row].blocksAt + reader.block() * sizeof(Block),
                         "time decreases in a row");
        }
        sums[activityIn(tag)] += reader.time() - last;
        if (reader.atBlockBegin()) {
            const Block& block = reader.blockAt(reader.block());
            if (block.sums[0] != sums[1] || block.sums[1] != sums[2] || block.sums[2] != sums[3] ||
                block.depth != depth || block.before != tag) {
                image.refuse(image.rows[row].blocksAt + reader.block() * sizeof(Block),
                             "the sums of a block are not those of the records before it");
            }
        }
        last = reader.time();
        ++records;
        tag = reader.tag() & ~std::uint32_t{1};
        depth = isStop(reader.tag()) ? depth - 1 : depth + 1;
        reader.advance();
    }
    if (records != info.records || last != info.lastTicks) {
        image.refuse(image.rows[row].blocksAt,
                     "the number of records of a row differs from the stated one");
    }
}

}  // namespace gantry::perf::timeline
