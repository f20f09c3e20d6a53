// Compares clocks by round trips between rank 0 and one rank of each other clock, as Cristian
// (1989) does: the middle of the fastest round trip, off by half of it at most
// (docs/formats/clock.md).

#include <perf/clock/ClockSync.hpp>

#include <cstring>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

// What rank 0 says: one more, or enough.
constexpr std::uint64_t kAgain = 1;
constexpr std::uint64_t kEnough = 0;
// Made whatever they take; the limit of time counts only behind them.
constexpr int kLeastTrips = 10;

template <class Value>
std::string bytesOf(const std::vector<Value>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
}

template <class Value>
std::vector<Value> valuesOf(const std::string& bytes) {
    std::vector<Value> values(bytes.size() / sizeof(Value));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
    return values;
}

std::uint64_t nsOf(std::uint64_t ticks, std::uint64_t nsPerTick) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(Wide{ticks} * nsPerTick >> 32U);
}

}  // namespace

ClockSync::ClockSync(ClockWire& wire, std::function<ClockTicks()> clock,
                     const std::string& identity)
    : wire_(wire), clock_(std::move(clock)), rank_(wire.rank()) {
    std::vector<std::uint32_t> clockOf;
    const std::vector<std::string> identities = wire_.gather(identity);
    std::map<std::string, std::uint32_t> known;
    for (const std::string& name : identities) {
        const auto next = static_cast<std::uint32_t>(representatives_.size());
        // An unknown identity is a clock of its own: a needless comparison does less harm than a
        // missing one.
        const auto place = name.empty() ? next : known.try_emplace(name, next).first->second;
        if (place == next) {
            representatives_.push_back(static_cast<int>(clockOf.size()));
        }
        clockOf.push_back(place);
    }
    std::string first = bytesOf(representatives_);
    std::string second = bytesOf(clockOf);
    wire_.broadcast(first);
    wire_.broadcast(second);
    representatives_ = valuesOf<int>(first);
    clockOf = valuesOf<std::uint32_t>(second);
    own_ = clockOf.at(static_cast<std::size_t>(rank_));
}

std::optional<ClockReading> ClockSync::read(Effort effort) {
    if (clocks() == 1) {
        return std::nullopt;
    }
    std::vector<ClockReading> readings(clocks());
    for (std::size_t clock = 1; clock < clocks(); ++clock) {
        const int other = representatives_[clock];
        if (rank_ == 0) {
            readings[clock] = askFor(other, effort);
        } else if (rank_ == other) {
            answer();
        }
    }
    // Every rank gets all readings, and notes that of its own clock: it may share it with the rank
    // that took part.
    std::string bytes = rank_ == 0 ? bytesOf(readings) : std::string();
    wire_.broadcast(bytes);
    readings = valuesOf<ClockReading>(bytes);
    if (readings.size() != clocks()) {
        throw std::runtime_error("rank 0 sent readings of other clocks than these");
    }
    const bool isKnown = own_ != 0 && readings[own_].boundNs != 0;
    return isKnown ? std::optional(readings[own_]) : std::nullopt;
}

ClockReading ClockSync::askFor(int other, Effort effort) {
    ClockReading best;
    std::uint64_t narrowest = std::numeric_limits<std::uint64_t>::max();
    const ClockTicks first = clock_();
    for (int trip = 0; trip < effort.roundTrips; ++trip) {
        const std::uint64_t before = clock_().ticks;
        const std::uint64_t since = before >= first.ticks ? before - first.ticks : 0;
        if (trip >= kLeastTrips && nsOf(since, first.nsPerTick) > effort.mostNs) {
            break;
        }
        wire_.send(kAgain, other);
        const std::uint64_t there = wire_.receive(other);
        const std::uint64_t after = clock_().ticks;
        // A clock that went backwards meanwhile says nothing.
        const std::uint64_t took = after >= before ? after - before : narrowest;
        if (took < narrowest) {
            narrowest = took;
            // One more, so that a bound is never 0, which stands for a clock without a reading.
            best = {there, before + took / 2, nsOf(took, first.nsPerTick) / 2 + 1};
        }
    }
    wire_.send(kEnough, other);
    return best;
}

void ClockSync::answer() {
    while (wire_.receive(0) == kAgain) {
        wire_.send(clock_().ticks, 0);
    }
}

}  // namespace gantry::perf
