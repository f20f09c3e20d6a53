#include <perf/segment/EventRecord.hpp>

namespace gantry::perf {

namespace {

// As for a node: so many updates do not end in the few instructions between two looks.
constexpr int kMaxTries = 1000;

}  // namespace

EventReading readEvent(const EventRecord& record) noexcept {
    EventReading reading{};
    for (int i = 0; i < kMaxTries; ++i) {
        const std::uint64_t version = loadAcquire(record.version);
        const std::uint64_t values = VersionWord::countOf(version);
        const EventSums sums = record.load(values);
        const std::uint64_t ahead = loadAcquire(record.count) - values;
        reading.whole = record.checksummedVersion(values, sums) == version && ahead <= 1;
        reading.moments = reading.whole ? sums.moments(values) : Moments{};
        if (loadRelaxed(record.version) == version) {
            break;
        }
    }
    return reading;
}

}  // namespace gantry::perf
