#include <perf/engine/Engine.hpp>
#include <perf/segment/EventRecord.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/StoreView.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

EventRecord recordWith(const std::vector<double>& values) {
    EventRecord record{};
    record.init(7, kNone);
    for (const double value : values) {
        record.add(value);
    }
    return record;
}

// Two passes with more digits than the record has.
Moments exactly(const std::vector<double>& values) {
    Moments moments;
    long double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    const long double mean = sum / static_cast<long double>(values.size());
    long double m2 = 0;
    long double squares = 0;
    for (const double value : values) {
        m2 += (value - mean) * (value - mean);
        squares += static_cast<long double>(value) * value;
    }
    moments.count = values.size();
    moments.mean = static_cast<double>(mean);
    moments.m2 = static_cast<double>(m2);
    moments.sumSquares = static_cast<double>(squares);
    return moments;
}

std::vector<double> series(std::size_t length, const std::function<double(std::size_t)>& value) {
    std::vector<double> values;
    for (std::size_t i = 0; i < length; ++i) {
        values.push_back(value(i));
    }
    return values;
}

// The bytes of a segment with one event of a thousand values, and where its record stands.
struct EventInFile {
    explicit EventInFile(const std::filesystem::path& folder) {
        EngineOptions options;
        options.segment.folder = folder;
        options.quantiles = false;
        Engine engine(options);
        const EventId event = engine.registerEvent("residual");
        for (int i = 0; i < 1000; ++i) {
            engine.trigger(event, 1.0 / (1 + i));
        }
        std::ifstream file(engine.segment().file(), std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        const SegmentBytes all = bytesOf(engine.segment());
        const StoreView threads(
            all, engine.segment().header().tables[static_cast<std::size_t>(Table::Threads)],
            sizeof(ThreadRecord));
        const StoreView events(all, threads.at<ThreadRecord>(0).events, sizeof(EventRecord));
        place = static_cast<std::size_t>(
            reinterpret_cast<const std::byte*>(&events.at<EventRecord>(0)) - all.data());
    }

    std::string bytes;
    std::size_t place = 0;
};

}  // namespace

TEST_SUITE_BEGIN("perf.segment.EventRecord");

TEST_CASE("the statistics of a record are those of its values") {
    const EventReading reading = readEvent(recordWith({2, 4, 9}));

    CHECK(reading.whole);
    CHECK(reading.moments.count == 3);
    CHECK(reading.moments.min == 2);
    CHECK(reading.moments.max == 9);
    CHECK(reading.moments.mean == 5);
    CHECK(reading.moments.m2 == 26);
    CHECK(reading.moments.sumSquares == 101);
    CHECK(readEvent(recordWith({})).moments == Moments{});
    CHECK(readEvent(recordWith({})).whole);
    CHECK(readEvent(recordWith({-3})).moments.mean == -3);
}

TEST_CASE("mean and deviation are exact to ten digits wherever the values lie") {
    std::mt19937_64 random(20260719);
    std::normal_distribution<double> normal;
    const auto noise = [&](std::size_t /*i*/) { return normal(random); };
    constexpr std::size_t kLength = 10'000;
    const std::vector<std::vector<double>> all = {
        series(kLength, noise),
        // Far from zero.
        series(kLength, [&](std::size_t i) { return 1e9 + noise(i); }),
        // A first value, or a first half, far from the rest.
        series(kLength, [&](std::size_t i) { return i == 0 ? 0.0 : 1e9 + noise(i); }),
        series(kLength, [&](std::size_t i) { return i == 0 ? 1e9 : noise(i); }),
        series(kLength, [&](std::size_t i) { return (i < kLength / 2 ? -1e9 : 1e9) + noise(i); }),
        // A slow drift, and growth.
        series(kLength, [&](std::size_t i) { return 1e6 + static_cast<double>(i) + noise(i); }),
        series(60, [](std::size_t i) { return std::exp2(static_cast<double>(i)); }),
        series(kLength, [](std::size_t /*i*/) { return 0.1; }),
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(i);
        const Moments expected = exactly(all[i]);
        const Moments moments = readEvent(recordWith(all[i])).moments;
        CHECK(moments.count == expected.count);
        // A few roundings of the values, and what the sum of the differences has lost.
        const double deviation = std::sqrt(expected.m2 / static_cast<double>(expected.count));
        const double largest = std::max(std::fabs(moments.min), std::fabs(moments.max));
        CHECK(std::fabs(moments.mean - expected.mean) < 1e-15 * largest + 1e-12 * deviation);
        CHECK(moments.m2 == doctest::Approx(expected.m2).epsilon(1e-10).scale(1e-9));
        CHECK(moments.sumSquares == doctest::Approx(expected.sumSquares).epsilon(1e-12));
    }
}

TEST_CASE("the worst place for a jump costs no digits") {
    // Behind a doubling, where the centre is the mean of what was before.
    for (const std::size_t jump : {1U, 2U, 3U, 511U, 512U, 513U, 767U, 1023U}) {
        CAPTURE(jump);
        const std::vector<double> values = series(1024, [jump](std::size_t i) {
            return (i < jump ? 0.0 : 1e8) + static_cast<double>(i % 7);
        });
        CHECK(readEvent(recordWith(values)).moments.m2 ==
              doctest::Approx(exactly(values).m2).epsilon(1e-12));
    }
}

TEST_CASE("the records of two threads merge to that of all their values") {
    std::vector<double> first = series(700, [](std::size_t i) { return 5e8 + std::sqrt(i); });
    const std::vector<double> second =
        series(300, [](std::size_t i) { return 5e8 - std::sqrt(i); });

    Moments merged = readEvent(recordWith(first)).moments;
    merged.merge(readEvent(recordWith(second)).moments);

    first.insert(first.end(), second.begin(), second.end());
    CHECK(merged.count == 1000);
    CHECK(merged.mean == doctest::Approx(exactly(first).mean).epsilon(1e-14));
    CHECK(merged.m2 == doctest::Approx(exactly(first).m2).epsilon(1e-7));
}

TEST_CASE("values at the end of the range leave a mean between the extremes and no NaN") {
    const double huge = std::numeric_limits<double>::max();
    for (const std::vector<double>& values : {std::vector<double>{huge, huge, huge},
                                              {huge, -huge, huge, -huge, huge},
                                              {-huge, huge},
                                              {1e300, 0, 1e300, 0, 1, 2, 3, 4, 5},
                                              {5e-324, 0, -5e-324}}) {
        const Moments moments = readEvent(recordWith(values)).moments;
        CHECK(moments.count == values.size());
        CHECK(moments.min <= moments.mean);
        CHECK(moments.mean <= moments.max);
        CHECK_FALSE(std::isnan(moments.m2));
        CHECK_FALSE(std::isnan(moments.sumSquares));
    }
}

TEST_CASE("each bit of a record that changes is noticed, all but one in thousands") {
    const std::vector<double> values = series(1001, [](std::size_t i) { return std::sqrt(i); });
    EventRecord record = recordWith(values);
    // The half that does not count and what nobody reads are no part of it.
    const std::size_t counting = record.count & 1U;
    int unnoticed = 0;
    for (std::size_t bit = 0; bit < 8 * sizeof record; ++bit) {
        const std::size_t byte = bit / 8;
        const std::size_t half = offsetof(EventRecord, half) + (1 - counting) * sizeof(EventSums);
        if (byte >= half && byte < half + sizeof(EventSums)) {
            continue;
        }
        reinterpret_cast<unsigned char*>(&record)[byte] ^=
            static_cast<unsigned char>(1U << bit % 8);
        unnoticed += readEvent(record).whole ? 1 : 0;
        reinterpret_cast<unsigned char*>(&record)[byte] ^=
            static_cast<unsigned char>(1U << bit % 8);
    }
    CHECK(unnoticed == 0);
    CHECK(readEvent(record).whole);
}

TEST_CASE("an event damaged in a file is left out and counted") {
    const TestFolder folder;
    const EventInFile good(folder.path);
    const std::filesystem::path path = folder.path / "file.segment";
    const auto readWith = [&](std::size_t bit) {
        std::string bytes = good.bytes;
        char& byte = bytes[good.place + bit / 8];
        byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << bit % 8));
        std::ofstream(path, std::ios::binary) << bytes;
        return SegmentFile(path).read();
    };
    constexpr std::size_t kVersion = 8 * offsetof(EventRecord, version);
    // 1000 values: the first half counts. Of each word a low, a middle and a high bit.
    for (std::size_t word = 0; word < 8; ++word) {
        for (const std::size_t bit : {0U, 31U, 62U}) {
            CAPTURE(word);
            CAPTURE(bit);
            const SegmentReader::Reading reading = readWith(64 * word + bit);
            const bool slack = word == kVersion / 64 + 1 && bit == 0;  // may be one ahead
            CHECK((reading.damaged == 1) != slack);
            CHECK(reading.profile.events.size() == (slack ? 1 : 0));
        }
    }
}

TEST_CASE("a reader beside the writer sees only states that were") {
    EventRecord record{};
    record.init(1, kNone);
    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (int i = 0; i < 20'000; ++i) {
            record.add(i);
        }
        done = true;
    });
    while (!done) {
        const EventReading reading = readEvent(record);
        CHECK(reading.whole);
        const auto count = static_cast<double>(reading.moments.count);
        if (count > 0) {
            CHECK(reading.moments.min == 0);
            CHECK(reading.moments.max == count - 1);
            CHECK(reading.moments.mean == doctest::Approx((count - 1) / 2));
        }
    }
    writer.join();
    CHECK(readEvent(record).moments.count == 20'000);
}

TEST_SUITE_END();
