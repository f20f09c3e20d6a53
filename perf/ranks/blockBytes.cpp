// A block of columns as bytes for another rank. Columns stay packed: the receiver writes them to
// the archive as they are.

#include <perf/ranks/PartBytes.hpp>

#include <cstddef>

#include "ByteStream.hpp"
#include "partVersion.hpp"

namespace gantry::perf {

std::string encodeBlock(const RankBlock& block) {
    PartByteWriter out;
    out.whole(kPartVersion);
    out.whole(block.first);
    out.whole(block.count);
    out.text(block.totals);
    out.whole(block.columns.size());
    for (const PackedColumn& column : block.columns) {
        for (const std::string* text :
             {&column.timer.name, &column.timer.type, &column.timer.group, &column.bytes}) {
            out.text(*text);
        }
        out.whole(static_cast<std::uint64_t>(column.timer.kind));
    }
    return out.take();
}

RankBlock decodeBlock(std::string_view bytes) {
    PartByteReader in(bytes);
    if (in.whole() != kPartVersion) {
        throw PartError(
            "a rank sent its values in another version; start all ranks with the same Gantry");
    }
    constexpr std::uint64_t kWords = std::uint64_t{1} << 32U;
    RankBlock block;
    block.first = in.below<std::uint32_t>(kWords);
    block.count = in.below<std::uint32_t>(kRanksInBlock + 1);
    block.totals = in.text();
    for (std::size_t i = in.count(); i > 0; --i) {
        PackedColumn& column = block.columns.emplace_back();
        for (std::string* text :
             {&column.timer.name, &column.timer.type, &column.timer.group, &column.bytes}) {
            *text = in.text();
        }
        column.timer.kind =
            static_cast<TimerKind>(in.below(static_cast<unsigned>(TimerKind::Parameter) + 1U));
    }
    if (!in.isAtEnd()) {
        throw PartError("a block of values per rank is longer than it should be");
    }
    return block;
}

}  // namespace gantry::perf
