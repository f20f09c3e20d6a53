#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "Harness.hpp"

using namespace gantry::bench;

namespace {

struct Work {
    std::uint64_t done = 0;
    std::thread::id thread;
};

Case counting(const std::string& name, const std::shared_ptr<Work>& work, std::uint64_t each) {
    Case one;
    one.name = name;
    one.run = [work, each](std::size_t rounds) {
        work->thread = std::this_thread::get_id();
        for (std::size_t i = 0; i < rounds; ++i) {
            work->done += each;
            keep(work->done);
        }
    };
    one.counted = [work] { return work->done; };
    return one;
}

}  // namespace

TEST_SUITE_BEGIN("bench.Harness");

TEST_CASE("a case whose counter grows with each operation has a time") {
    const auto rows = measure({counting("reads", std::make_shared<Work>(), 1)}, 2);

    REQUIRE(rows.size() == 1);
    CHECK(rows[0].skipped.empty());
    CHECK(rows[0].medianNs > 0);
}

TEST_CASE("a case whose counter stands still is refused, with the reason") {
    const auto rows = measure({counting("reads", std::make_shared<Work>(), 0)}, 2);

    REQUIRE(rows.size() == 1);
    CHECK(rows[0].skipped.find("its counter grew by 0 in ") == 0);
}

TEST_CASE("what is compared with a refused yardstick is refused for that") {
    Case pair = counting("pair", std::make_shared<Work>(), 1);
    pair.yardstick = "reads";

    const auto rows = measure({counting("reads", std::make_shared<Work>(), 0), pair}, 2);

    REQUIRE(rows.size() == 2);
    CHECK(rows[1].skipped.find("of its yardstick, reads: its counter grew by 0") == 0);
}

TEST_CASE("a case with a thread of its own runs there, and others where they are measured") {
    const auto own = std::make_shared<Work>();
    const auto here = std::make_shared<Work>();
    Case one = counting("own", own, 1);
    one.thread = std::make_shared<OwnThread>();

    measure({one, counting("here", here, 1)}, 2);

    CHECK(own->thread != std::this_thread::get_id());
    CHECK(here->thread == std::this_thread::get_id());
}

TEST_SUITE_END();
