#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <random>

#include "ById.hpp"

using gantry::perf::ById;

TEST_SUITE_BEGIN("perf.archive.ById");

TEST_CASE("any ids in any order are found, each once, and no others") {
    std::mt19937 random(1);
    for (const std::int64_t first :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{-3},
          std::numeric_limits<std::int64_t>::max() - 5, std::numeric_limits<std::int64_t>::min()}) {
        CAPTURE(first);
        ById<int> values;
        std::map<std::int64_t, int> expected;
        for (int i = 0; i < 1000; ++i) {
            // Mostly the next one, as in a table.
            const bool isNext = random() % 4 != 0;
            const std::int64_t id = isNext && first < 1000 && first > -1000
                                        ? first + static_cast<std::int64_t>(expected.size())
                                        : first + static_cast<std::int64_t>(random() % 6);
            CHECK(values.add(id, i) == expected.emplace(id, i).second);
        }
        for (const auto& [id, value] : expected) {
            REQUIRE(values.find(id) != nullptr);
            CHECK(*values.find(id) == value);
        }
        CHECK(values.find(expected.rbegin()->first / 2 - 5000) == nullptr);
        CHECK(values.find(std::numeric_limits<std::int64_t>::max() / 2) == nullptr);
    }
}

TEST_SUITE_END();
