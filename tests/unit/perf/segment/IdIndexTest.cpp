#include <perf/segment/IdIndex.hpp>
#include <perf/segment/detail/ZeroedArray.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>
#include <vector>

using namespace gantry::perf;

namespace {

IdIndex indexOf(const std::vector<std::uint64_t>& hashes) {
    IdIndex index;
    for (std::uint32_t id = 0; id < hashes.size(); ++id) {
        index.reserveOne();
        index.insert(hashes[id], id);
    }
    return index;
}

}  // namespace

TEST_SUITE_BEGIN("perf.segment.IdIndex");

TEST_CASE("each of many records is found by its hash, whatever the hashes have in common") {
    for (const std::uint64_t factor : {1ULL, 1ULL << 32U, 0x9e3779b97f4a7c15ULL}) {
        std::vector<std::uint64_t> hashes;
        for (std::uint64_t i = 0; i < 5000; ++i) {
            hashes.push_back(i * factor);
        }
        const IdIndex index = indexOf(hashes);
        for (std::uint32_t id = 0; id < hashes.size(); ++id) {
            CHECK(index.find(hashes[id], [id](std::uint32_t other) { return other == id; }) == id);
        }
        CHECK(index.find(5000 * factor, [](std::uint32_t) { return false; }) == kNone);
    }
}

TEST_CASE("records of equal hashes are distinguished by what they are") {
    const IdIndex index = indexOf(std::vector<std::uint64_t>(300, 42));

    CHECK(index.find(42, [](std::uint32_t id) { return id == 299; }) == 299);
    CHECK(index.find(42, [](std::uint32_t) { return false; }) == kNone);
}

TEST_CASE("nothing is found in an index of nothing") {
    CHECK(IdIndex().find(0, [](std::uint32_t) { return true; }) == kNone);
}

TEST_CASE("an array begins as zeros, small or large, and keeps its elements when it moves") {
    for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, std::size_t{1'000'000}}) {
        ZeroedArray<std::uint64_t> array(size);
        REQUIRE(array.size() == size);
        CHECK(array[0] == 0);
        CHECK(array[size - 1] == 0);
        array[size - 1] = 7;
        ZeroedArray<std::uint64_t> other(3);
        other = std::move(array);
        REQUIRE(other.size() == size);
        CHECK(other[size - 1] == 7);
    }
}

TEST_CASE("an array there is no memory for is empty") {
    CHECK(ZeroedArray<std::uint64_t>(std::size_t{1} << 59U).size() == 0);
}

TEST_SUITE_END();
