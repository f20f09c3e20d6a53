#include <perf/engine/detail/MisuseTable.hpp>
#include <perf/segment/Segment.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

using namespace gantry::perf;

namespace {

MisuseRecord stopOf(std::uint32_t timer, std::uint32_t event = 0) {
    return {static_cast<std::uint32_t>(MisuseKind::StopWithoutStart), timer, kNone, event, 1};
}

struct Tables {
    Segment segment{{}};
    // Any store of the segment will do.
    StoreHeader& header = segment.table(Table::Facts);
    MisuseTable misuse{segment, header};

    [[nodiscard]] std::uint64_t countOf(const MisuseRecord& wanted) {
        const RecordStore records(segment, header, sizeof(MisuseRecord), 4);
        std::uint64_t count = 0;
        for (std::uint32_t i = 0; i < records.size(); ++i) {
            const auto& record = *static_cast<const MisuseRecord*>(records.at(i));
            count += record.kind == wanted.kind && record.id == wanted.id &&
                             record.other == wanted.other && record.event == wanted.event
                         ? checksummedCount::numberIn(record.count)
                         : 0;
        }
        return count;
    }
};

}  // namespace

TEST_SUITE_BEGIN("perf.engine.MisuseTable");

TEST_CASE("a misuse is found among all others by looking at no more than a few") {
    Tables t;
    for (std::uint32_t timer = 0; timer < MisuseTable::kMostRecords; ++timer) {
        t.misuse.add(stopOf(timer));
    }
    std::size_t most = 0;

    for (int round = 0; round < 100; ++round) {
        for (std::uint32_t timer = 0; timer < MisuseTable::kMostRecords; ++timer) {
            most = std::max(most, t.misuse.add(stopOf(timer)));
        }
    }

    CHECK(most <= 4);
    CHECK(t.countOf(stopOf(0)) == 101);
    CHECK(t.countOf(stopOf(MisuseTable::kMostRecords - 1)) == 101);
    CHECK(t.header.size() == MisuseTable::kMostRecords);
}

TEST_CASE("of a full table the further ones are counted together without a search, events apart") {
    Tables t;
    for (std::uint32_t timer = 0; timer < MisuseTable::kMostRecords; ++timer) {
        t.misuse.add(stopOf(timer));
    }
    std::size_t most = 0;

    for (std::uint32_t id = 1000; id < 11'000; ++id) {
        most = std::max(most, t.misuse.add(stopOf(id)));
        most = std::max(most, t.misuse.add(stopOf(id, 1)));
    }

    CHECK(most <= 4);
    CHECK(t.countOf(stopOf(kNone)) == 10'000);
    CHECK(t.countOf(stopOf(kNone, 1)) == 10'000);
    CHECK(t.header.size() == MisuseTable::kMostRecords + 2);
}

TEST_CASE("kinds, second timers and events of one number are distinguished") {
    Tables t;
    const auto overlap = static_cast<std::uint32_t>(MisuseKind::Overlap);
    t.misuse.add(stopOf(7));
    t.misuse.add(stopOf(7, 1));
    t.misuse.add({overlap, 7, 1, 0, 1});
    t.misuse.add({overlap, 7, 2, 0, 5});

    t.misuse.add({overlap, 7, 2, 0, 1});

    CHECK(t.header.size() == 4);
    CHECK(t.countOf({overlap, 7, 2, 0, 0}) == 6);
    CHECK(t.countOf(stopOf(7)) == 1);
}

TEST_CASE("an entry that is already in the store is found, and its count continues") {
    Tables t;
    t.misuse.add(stopOf(1));
    t.misuse.add(stopOf(kNone));
    MisuseTable later(t.segment, t.header);

    later.add(stopOf(1));
    later.add(stopOf(kNone));
    later.add(stopOf(2));

    CHECK(t.header.size() == 3);
    CHECK(t.countOf(stopOf(1)) == 2);
    CHECK(t.countOf(stopOf(kNone)) == 2);
}

TEST_SUITE_END();
