// Events of several clocks at times of one. First each trace's ticks are converted by the
// comparisons of clocks that it holds; then, if there is more than one clock, the logical clock of
// perf/clock moves what still contradicts the known orders (docs/formats/clock.md).

#include <perf/analysis/MessageTimes.hpp>
#include <perf/clock/ClockMap.hpp>
#include <perf/clock/LogicalClock.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace gantry::perf {

namespace {

using State = TraceClockState::Kind;

// TraceClock::unitsPerTick is in 2^-32 of a unit.
constexpr double kTicksAreNs = 4294967296.0;

std::string factOf(const TraceFacts& facts, const std::string& key) {
    const auto found = facts.find(key);
    return found == facts.end() ? std::string() : found->second;
}

std::int64_t rankOf(const TraceFacts& facts) {
    const std::string text = factOf(facts, "rank");
    std::int64_t rank = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    return error == std::errc() && end == text.data() + text.size() ? rank : -1;
}

// The readings of a rank are numbered without a gap; one that cannot be read ends the list.
std::vector<ClockReading> readingsOf(const TraceFacts& facts, std::int64_t rank) {
    std::vector<ClockReading> readings;
    while (true) {
        const auto fact = facts.find(clockFactKey(rank, readings.size()));
        if (fact == facts.end()) {
            return readings;
        }
        const std::optional<ClockReading> reading = clockReading(fact->second);
        if (!reading) {
            return readings;
        }
        readings.push_back(*reading);
    }
}

// Units from the begin of the measurement, which may lie behind the moment.
std::int64_t unitsBetween(const TraceClock& clock, std::uint64_t ticks) {
    return ticks >= clock.startTicks ? unitsOf(ticks - clock.startTicks, clock.unitsPerTick)
                                     : -unitsOf(clock.startTicks - ticks, clock.unitsPerTick);
}

double nsPerTick(const TraceClock& clock) {
    return clock.unitsPerTick == 0 ? 1 : static_cast<double>(clock.unitsPerTick) / kTicksAreNs;
}

// What the system clocks say, where nothing else is known.
ClockReading bySystemClock(const TraceClock& own, const TraceClock& base) {
    const auto since = static_cast<double>(own.startUtcNs - base.startUtcNs) / nsPerTick(base);
    return {own.startTicks, base.startTicks + static_cast<std::uint64_t>(std::llround(since)),
            std::numeric_limits<std::uint32_t>::max()};
}

}  // namespace

struct MessageTimes::Source {
    TraceClock clock;
    std::string identity;  // of its clock
    bool isReference = false;
    std::vector<ClockReading> readings;
    TraceClockState state;
};

MessageTimes::MessageTimes() = default;
MessageTimes::~MessageTimes() = default;

std::int64_t MessageTimes::beginTrace(const TraceClock& clock, const TraceFacts& facts) {
    Source source;
    source.clock = clock;
    source.identity = factOf(facts, "machine.bootId");
    source.state.rank = rankOf(facts);
    source.state.host = factOf(facts, "machine.host");
    source.readings = readingsOf(facts, source.state.rank);
    source.isReference =
        factOf(facts, kClockFact + std::to_string(source.state.rank)) == kReferenceClock;
    sources_.push_back(std::move(source));
    beginThread();
    return sources_.back().state.rank;
}

MessageTimes::Event MessageTimes::add(std::uint64_t ticks) {
    // Counted and clamped: what follows relies on the order of events in a thread.
    if (ticks < last_) {
        ++backwards_;
    }
    last_ = std::max(last_, ticks);
    events_.push_back({last_, static_cast<std::uint32_t>(sources_.size() - 1)});
    return static_cast<Event>(events_.size() - 1);
}

// The trace whose clock counts.
std::uint32_t MessageTimes::base() const {
    const auto found = std::find_if(sources_.begin(), sources_.end(),
                                    [](const Source& source) { return source.isReference; });
    return found == sources_.end() ? 0 : static_cast<std::uint32_t>(found - sources_.begin());
}

void MessageTimes::convert(ClockReport& report) {
    if (sources_.empty()) {
        return;
    }
    const Source& first = sources_[base()];
    report.clock = first.identity;
    // An unknown identity is never taken for equal, but a single trace needs no comparison.
    report.oneClock = std::all_of(sources_.begin(), sources_.end(), [&](const Source& source) {
        const bool same = !source.identity.empty() && source.identity == first.identity;
        return same || sources_.size() == 1;
    });
    std::vector<ClockMap> maps;
    const double baseNs = nsPerTick(first.clock);
    for (Source& source : sources_) {
        const bool isBase = source.isReference || &source == &first;
        const bool shares = !source.identity.empty() && source.identity == first.identity;
        TraceClockState& state = source.state;
        std::vector<ClockReading> readings = source.readings;
        if (report.oneClock || ((isBase || shares) && readings.empty())) {
            state.kind = State::Reference;
            readings.clear();
        } else if (readings.empty()) {
            readings.push_back(bySystemClock(source.clock, first.clock));
        }
        maps.emplace_back(std::move(readings), nsPerTick(source.clock) / baseNs, baseNs);
        state.leftOut = maps.back().leftOut();
        // From the readings that the map has kept: one by which a clock ran backwards proves
        // nothing.
        if (state.kind != State::Reference && !source.readings.empty()) {
            state.readings = maps.back().readings().size();
            state.kind = state.readings > 1 ? State::Compared : State::BeginOnly;
        }
    }
    times_.reserve(events_.size());
    for (const Place& event : events_) {
        const ClockMap& map = maps[event.trace];
        times_.push_back(unitsBetween(first.clock, map.reference(event.ticks)));
        double& bound = sources_[event.trace].state.boundNs;
        bound = std::max(bound, map.boundNs(event.ticks));
    }
    for (const Source& source : sources_) {
        report.traces.push_back(source.state);
    }
}

// The half of an order that leads to a hub is not counted: the latest arrival at the hub stands for
// all of them.
std::uint64_t MessageTimes::broken(std::int64_t latencyNs) const {
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min();
    std::vector<std::int64_t> latest(hubs_, kNever);
    for (const Order& order : orders_) {
        if (order.ends == Ends::ToHub) {
            latest[order.effect] = std::max(latest[order.effect], times_[order.cause]);
        }
    }
    std::uint64_t broken = 0;
    for (const Order& order : orders_) {
        if (order.ends != Ends::ToHub) {
            const std::int64_t cause =
                order.ends == Ends::Both ? times_[order.cause] : latest[order.cause];
            broken += cause != kNever && cause + latencyNs > times_[order.effect] ? 1 : 0;
        }
    }
    return broken;
}

// One timeline for each trace, since the threads of a process read one clock.
ClockRepair MessageTimes::repair(std::int64_t latencyNs) {
    std::vector<Event> sequence(events_.size());
    std::iota(sequence.begin(), sequence.end(), 0U);
    std::stable_sort(sequence.begin(), sequence.end(), [&](Event a, Event b) {
        return std::pair(events_[a].trace, times_[a]) < std::pair(events_[b].trace, times_[b]);
    });
    LogicalClock clock(latencyNs);
    std::vector<std::int64_t> line;
    for (std::size_t at = 0; at < sequence.size(); ++at) {
        line.push_back(times_[sequence[at]]);
        const bool isLast = at + 1 == sequence.size() ||
                            events_[sequence[at + 1]].trace != events_[sequence[at]].trace;
        if (isLast) {
            clock.addTimeline(line);
            line.clear();
        }
    }
    std::vector<LogicalClock::Node> nodes(events_.size());
    for (std::size_t at = 0; at < sequence.size(); ++at) {
        nodes[sequence[at]] = static_cast<LogicalClock::Node>(at);
    }
    std::vector<LogicalClock::Node> hubs(hubs_);
    for (LogicalClock::Node& hub : hubs) {
        hub = clock.addHub();
    }
    for (const Order& order : orders_) {
        clock.order(order.ends == Ends::FromHub ? hubs[order.cause] : nodes[order.cause],
                    order.ends == Ends::ToHub ? hubs[order.effect] : nodes[order.effect]);
    }
    // The logical clock has its own copy by now.
    orders_ = {};
    const LogicalClock::Result result = clock.run();
    for (std::size_t event = 0; event < times_.size(); ++event) {
        times_[event] = result.times[nodes[event]];
    }
    return {result.violationsAfter, result.contradictions, result.moved,
            result.largestShiftNs,  result.intervals,      result.stretched};
}

ClockReport MessageTimes::resolve(std::int64_t latencyNs) {
    ClockReport report;
    report.latencyNs = latencyNs;
    report.backwards = backwards_;
    report.orders = static_cast<std::uint64_t>(
        std::count_if(orders_.begin(), orders_.end(),
                      [](const Order& order) { return order.ends != Ends::ToHub; }));
    convert(report);
    // Two clocks are never compared to better than the time a message needs; one needs no repair.
    report.brokenAsMeasured = broken(report.oneClock ? 0 : latencyNs);
    if (!report.oneClock) {
        report.repair = repair(latencyNs);
    }
    return report;
}

}  // namespace gantry::perf
