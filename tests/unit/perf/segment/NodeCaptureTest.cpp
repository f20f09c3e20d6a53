#include <perf/segment/NodeCapture.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

using namespace gantry::perf;

namespace {

// While a reader takes the present time, the thread that it reads goes on.
class Meanwhile final : public MetricReadings {
public:
    Meanwhile(std::uint64_t now, std::function<void()> writer)
        : now_(now), writer_(std::move(writer)) {}

    bool readFor(pid_t /*thread*/, std::uint64_t* ticks) const noexcept override {
        if (writer_) {
            std::exchange(writer_, {})();
        }
        ticks[0] = now_;
        return true;
    }
    void least(std::uint64_t* /*ticks*/) const noexcept override {}

private:
    std::uint64_t now_;
    mutable std::function<void()> writer_;
};

// A call path of one metric whose calls may be counted only, as its thread and a reader have it.
class Path final {
public:
    Path() {
        node.node.id = 3;
        node.node.parent = kNone;
    }

    void begin(std::uint64_t now) { node.node.begin(&now, 1); }
    void end(std::uint64_t now) { node.node.end(&now, 1); }

    // The calls that are read, or -1 where the record is taken for damaged.
    std::int64_t calls(const MetricReadings& readings) {
        static const std::vector<std::byte> bytes(sizeof(SegmentHeader));
        static const ThreadRecord thread{};
        const NodeSource source{thread, 1, readings, bytes};
        std::array<std::uint64_t, ThreadCapture::kSums + 1> row{};
        const bool whole = captureNode(node.node, source, row.data());
        sum = row[ThreadCapture::kSums];
        return whole ? static_cast<std::int64_t>((row[ThreadCapture::kVersion] + 1) / 2) : -1;
    }

    SampledNode node{};
    std::uint64_t sum = 0;  // of the last reading
};

const Meanwhile kNothing{0, {}};

}  // namespace

TEST_SUITE_BEGIN("perf.segment.NodeCapture");

TEST_CASE("calls that are only counted are read while they continue") {
    Path path;
    path.begin(100);
    path.end(150);
    path.node.countOnly(10);
    CHECK(path.calls(kNothing) == 1);
    path.node.beginUntimed();
    path.node.endUntimed();
    path.node.beginUntimed();
    CHECK(path.calls(kNothing) == 3);
    CHECK(path.sum == 50);
}

TEST_CASE("a path whose calls begin to be counted only while it is read is not damaged") {
    Path path;
    path.begin(100);
    const Meanwhile meanwhile(120, [&path] {
        path.end(150);
        path.node.countOnly(10);
        path.node.beginUntimed();
    });
    CHECK(path.calls(meanwhile) == 2);
    CHECK(path.sum == 50);
}

TEST_CASE("a path whose calls are timed again while it is read is not damaged") {
    Path path;
    path.begin(100);
    const Meanwhile meanwhile(220, [&path] {
        path.end(150);
        path.node.countOnly(1);
        path.node.beginUntimed();
        path.node.endUntimed();
        path.node.endCounting();
        path.begin(200);
    });
    CHECK(path.calls(meanwhile) == 3);
    CHECK(path.sum == 70);
}

TEST_CASE("a path that counts no call before the next one is timed is read as one that is timed") {
    Path path;
    path.begin(100);
    path.end(150);
    const std::uint64_t ended = path.node.node.version;
    path.node.countOnly(0);
    // Another version would lead back to this one when the counting ends: no reader could tell.
    CHECK(path.node.node.version == ended);
    CHECK(path.calls(kNothing) == 1);
    CHECK(path.sum == 50);
}

TEST_CASE("a first call whose start another processor takes for later than now has taken no time") {
    Path path;
    path.begin(100);

    CHECK(path.calls(Meanwhile(98, {})) == 1);

    CHECK(path.sum == 0);
}

TEST_CASE("a flipped bit in a path at rest, timed or counted, is damage") {
    Path timed;
    timed.begin(100);
    timed.end(150);
    timed.node.node.value[0] ^= 4;
    CHECK(timed.calls(kNothing) == -1);

    Path counted;
    counted.begin(100);
    counted.end(150);
    counted.node.countOnly(10);
    counted.node.node.value[1] ^= 4;
    CHECK(counted.calls(kNothing) == -1);
}

TEST_CASE("a flipped bit in a path that runs is damage, and the reader comes to an end") {
    Path path;
    path.begin(100);
    path.node.node.value[1] ^= 4;
    CHECK(path.calls(Meanwhile(120, {})) == -1);
}

TEST_SUITE_END();
