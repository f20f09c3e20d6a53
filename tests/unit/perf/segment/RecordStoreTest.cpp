#include <perf/engine/detail/PairIndex.hpp>
#include <perf/segment/RecordStore.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <deque>

using namespace gantry::perf;

namespace {

struct Item {
    std::uint32_t id;
    std::uint32_t value;
};

}  // namespace

TEST_SUITE_BEGIN("perf.segment.RecordStore");

TEST_CASE("records keep their place and content while the store grows") {
    Segment segment({});
    RecordStore store(segment, segment.table(Table::Events), sizeof(Item), 16);
    std::deque<void*> places;

    for (std::uint32_t i = 0; i < 5000; ++i) {
        void* const place = store.prepare();
        REQUIRE(place != nullptr);
        static_cast<Item*>(place)->value = i;
        store.publish();
        places.push_back(place);
    }

    CHECK(store.size() == 5000);
    for (std::uint32_t i = 0; i < 5000; ++i) {
        REQUIRE(store.at(i) == places[i]);
        REQUIRE(store.indexOf(places[i]) == i);
        REQUIRE(static_cast<Item*>(store.at(i))->value == i);
    }
    CHECK(segment.header().usedBytes >= 5000 * sizeof(Item));
    CHECK(segment.header().usedBytes < sizeof(SegmentHeader) + sizeof(Item) * 2 * 5016);
}

TEST_CASE("a record that was prepared and not published is prepared again") {
    Segment segment({});
    RecordStore store(segment, segment.table(Table::Events), sizeof(Item), 16);

    void* const first = store.prepare();

    CHECK(store.size() == 0);
    CHECK(store.prepare() == first);
}

TEST_CASE("an address from elsewhere has no index") {
    Segment segment({});
    RecordStore store(segment, segment.table(Table::Events), sizeof(Item), 16);
    store.prepare();
    store.publish();
    const Item stranger{};

    CHECK(store.indexOf(&stranger) == 0xffffffffU);
}

TEST_CASE("records are found by owner and id among thousands") {
    PairIndex<Item> index;
    std::deque<Item> items;
    int owners[3] = {};
    for (std::uint32_t i = 0; i < 3000; ++i) {
        items.push_back({i / 3, i});
        REQUIRE(index.reserveOne());
        index.insert(&owners[i % 3], &items.back());
    }

    for (std::uint32_t i = 0; i < 3000; ++i) {
        REQUIRE(index.find(&owners[i % 3], i / 3) == &items[i]);
    }
    CHECK(index.find(&owners[0], 1000) == nullptr);
    CHECK(index.find(nullptr, 0) == nullptr);
}

TEST_SUITE_END();
