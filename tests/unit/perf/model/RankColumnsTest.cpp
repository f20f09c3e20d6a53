#include <perf/model/RankColumns.hpp>
#include <perf/model/RankMerger.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "RankSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

std::int64_t anyValue(std::mt19937_64& random) {
    // Of every size alike.
    const auto value = static_cast<std::int64_t>(random() >> (1 + random() % 63));
    return random() % 4 == 0 ? -value : value;
}

RankColumn anyColumn(std::mt19937_64& random, std::uint32_t count) {
    RankColumn column;
    const std::uint64_t part = random() % 4;
    for (std::uint32_t rank = 0; rank < count; ++rank) {
        if (part == 0 || (part < 3 && random() % 3 == 0)) {
            column.ranks.push_back(rank);
        }
    }
    for (std::uint64_t figures = random() % 5; figures > 0; --figures) {
        auto& codes = column.figures.emplace_back();
        const std::int64_t around = anyValue(random);
        for (std::size_t i = 0; i < column.ranks.size(); ++i) {
            codes.push_back(columnCode(random() % 2 == 0 ? around : anyValue(random)));
        }
    }
    return column;
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.RankColumns");

TEST_CASE("a value in a column is off by less than 1/256 of itself, and exact below 256") {
    const std::uint32_t seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    double worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const std::int64_t value = i < 1024 ? i - 512 : anyValue(random);
        const std::int64_t kept = columnValue(columnCode(value));
        const double off = std::abs(static_cast<double>(kept) - static_cast<double>(value));
        CAPTURE(value);
        REQUIRE(off <= kColumnError * std::abs(static_cast<double>(value)));
        REQUIRE((std::abs(value) >= 256 || kept == value));
        REQUIRE(columnCode(kept) == columnCode(value));
        worst = std::max(worst, value == 0 ? 0 : off / std::abs(static_cast<double>(value)));
    }
    // The bound is not far above what is.
    CHECK(worst > kColumnError / 2);
    CHECK(columnValue(columnCode(std::numeric_limits<std::int64_t>::max())) ==
          std::numeric_limits<std::int64_t>::max());
    CHECK(columnValue(columnCode(std::numeric_limits<std::int64_t>::min())) ==
          -std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("a greater value never has a smaller code") {
    std::uint32_t last = columnCode(0);
    for (std::int64_t value = 1; value > 0 && value < (std::int64_t{1} << 60U);
         value += 1 + value / 100) {
        CHECK(columnCode(value) >= last);
        last = columnCode(value);
    }
}

TEST_CASE("a packed column comes back, as a whole and rank by rank") {
    const std::uint32_t seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 200; ++i) {
        const auto count = static_cast<std::uint32_t>(1 + random() % 40);
        const RankColumn column = anyColumn(random, count);
        const std::string bytes = packColumn(column, count);
        REQUIRE(unpackColumn(bytes, count) == column);
        std::size_t place = 0;
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            std::vector<std::int64_t> expected;
            if (place < column.ranks.size() && column.ranks[place] == rank) {
                for (const auto& codes : column.figures) {
                    expected.push_back(columnValue(codes[place]));
                }
                ++place;
            }
            REQUIRE(figuresIn(bytes, count, rank) == expected);
        }
    }
}

TEST_CASE("bytes that are no column are refused, and never read beyond their end") {
    std::mt19937_64 random(7);
    for (int i = 0; i < 2000; ++i) {
        const std::uint32_t count = 20;
        std::string bytes = packColumn(anyColumn(random, count), count);
        if (i % 2 == 0 && !bytes.empty()) {
            bytes.pop_back();
            CHECK_THROWS_AS((void)unpackColumn(bytes, count), std::invalid_argument);
        } else {
            bytes[random() % bytes.size()] = static_cast<char>(random());
            try {
                const RankColumn column = unpackColumn(bytes, count);
                CHECK((column.ranks.empty() || column.ranks.back() < count));
            } catch (const std::invalid_argument&) {
                continue;
            }
        }
    }
}

TEST_CASE("the column of the page on archives has the bytes of its example") {
    const RankColumn column{{0, 1},
                            {{columnCode(7), columnCode(9)},
                             {columnCode(300), columnCode(300)},
                             {columnCode(300), columnCode(300)}}};

    CHECK(packColumn(column, 2) == std::string("\x03\x02\x0e\x03\x20\xac\x04\x00\xac\x04\x00", 11));
}

TEST_CASE("equal values of all ranks take no room") {
    RankColumn column;
    for (std::uint32_t rank = 0; rank < 1000; ++rank) {
        column.ranks.push_back(rank);
    }
    column.figures = {std::vector<std::uint32_t>(1000, columnCode(1'000'000))};

    CHECK(packColumn(column, 1000).size() < 10);
}

TEST_CASE("very many ranks are united, and what each of them measured is in blocks") {
    constexpr std::uint32_t kSize = 2100;
    RankMerger merger(RankDetail::Columns);
    std::vector<RankBlock> blocks;
    for (std::uint32_t rank = 0; rank < kSize; ++rank) {
        if (rank != 1500) {
            merger.add(rank, profileOfRank(rank, kSize));
        }
        for (RankBlock& block : merger.takeBlocks()) {
            blocks.push_back(std::move(block));
        }
    }
    const Profile whole = merger.take(kSize);
    for (RankBlock& block : merger.takeBlocks()) {
        blocks.push_back(std::move(block));
    }

    CHECK(whole.threads.size() == 2);
    CHECK(whole.threads[0].role == ThreadRole::Main);
    CHECK(whole.threads[0].nodes[0].calls == kSize - 1);
    CHECK(whole.ranks->size == kSize);
    REQUIRE(blocks.size() == 3);
    std::uint32_t next = 0;
    for (const RankBlock& block : blocks) {
        CHECK(block.first == next);
        next += block.count;
        for (const PackedColumn& column : block.columns) {
            if (column.timer.name != "main") {
                continue;
            }
            for (std::uint32_t i = 0; i < block.count; ++i) {
                const std::vector<std::int64_t> figures = figuresIn(column.bytes, block.count, i);
                CAPTURE(block.first + i);
                REQUIRE(figures.empty() == (block.first + i == 1500));
                if (!figures.empty()) {
                    REQUIRE(figures.size() == 3);
                    CHECK(figures[0] == 1);
                    const double exact = 1000.0 + block.first + i;
                    CHECK(std::abs(static_cast<double>(figures[1]) - exact) <=
                          exact * kColumnError);
                }
            }
        }
    }
    CHECK(next == kSize);
}
