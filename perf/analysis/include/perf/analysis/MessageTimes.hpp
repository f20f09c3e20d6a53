#pragma once

#include <perf/trace/TraceFacts.hpp>
#include <perf/trace/TraceTables.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// What is known of the clock that one trace was kept by. Shown to people, and written to JSON:
/// nothing is computed from it.
struct TraceClockState {
    enum class Kind {
        Reference,    ///< that of rank 0, which the others were compared with
        Compared,     ///< readings at the begin and the end, at least
        BeginOnly,    ///< one reading: its rate is not known
        NotCompared,  ///< nothing but the system's time of its machine
    };

    std::int64_t rank = -1;  ///< -1: not known
    /// Empty where it is not known.
    std::string host;
    Kind kind = Kind::NotCompared;
    std::size_t readings = 0;
    std::size_t leftOut = 0;  ///< readings by which a clock ran backwards
    double boundNs = 0;       ///< by how much its times are off at most; NotCompared: not known
};

/// What the logical clock (perf/clock) did so that nothing is received before it was sent. An order
/// is a cause that must come before its effect, such as a send before its receive.
struct ClockRepair {
    std::uint64_t broken = 0;  ///< orders that still are; 0 unless they contradict each other
    std::uint64_t contradictions = 0;  ///< orders left out because they would form a circle
    std::uint64_t moved = 0;           ///< events that got another time
    std::int64_t largestShiftNs = 0;
    std::uint64_t intervals = 0;  ///< between neighbouring events of a rank
    std::uint64_t changed = 0;    ///< of these, by more than 1 %
};

/// The clocks of the traces of one run, and what was done about them.
struct ClockReport {
    /// All traces name the same clock: their times are as measured, and nothing is moved.
    bool oneClock = true;
    std::string clock;  ///< the name of that one
    std::vector<TraceClockState> traces;
    std::uint64_t backwards =
        0;                     ///< events with an earlier time than the one before in their thread
    std::uint64_t orders = 0;  ///< of messages and collective calls
    std::int64_t latencyNs = 0;  ///< that these are taken to need at least
    /// Orders that the times broke before anything was done about them, as system clocks or one
    /// clock gave them.
    std::uint64_t brokenAsMeasured = 0;
    /// What the logical clock did to the compared times; nothing with one clock.
    std::optional<ClockRepair> repair;
};

/// Events of several traces, each at a time of its own clock, and which comes before which. Gives
/// them times of one clock: by the comparisons of clocks that the traces hold, then by the logical
/// clock. Some 60 bytes for each event and 16 for each order.
///
///     MessageTimes times;
///     times.beginTrace(clock, facts);
///     const MessageTimes::Event sent = times.add(ticks);
///     times.beginTrace(otherClock, otherFacts);
///     const MessageTimes::Event received = times.add(otherTicks);
///     times.order(sent, received);
///     const ClockReport report = times.resolve();
///     const std::int64_t took = times.time(received) - times.time(sent);
class MessageTimes final {
public:
    using Event = std::uint32_t;

    MessageTimes();
    ~MessageTimes();
    MessageTimes(const MessageTimes&) = delete;
    MessageTimes& operator=(const MessageTimes&) = delete;

    /// The least time a message is taken to need: on one machine they need 125 ns and more.
    static constexpr std::int64_t kUsualLatencyNs = 100;

    /// The events that follow are of this trace. Returns its rank; -1: not known.
    std::int64_t beginTrace(const TraceClock& clock, const TraceFacts& facts);
    /// The events that follow are of this thread of the trace. Each is not earlier than the one
    /// before, unless the clock went backwards.
    void beginThread() { last_ = 0; }

    /// The number of the event, from 0. ticks: of the clock of its trace.
    Event add(std::uint64_t ticks);
    /// The two may be of one trace or of two.
    void order(Event cause, Event effect) { orders_.push_back({cause, effect, Ends::Both}); }

    /// A point between the begin and the end of a collective call.
    using Hub = std::uint32_t;
    /// All that came in before it is before all that goes out: one point instead of an order for
    /// each pair of ranks.
    Hub addHub() { return hubs_++; }
    /// cause comes before the hub. O(1), as the others; nothing is checked before resolve().
    void orderToHub(Event cause, Hub hub) { orders_.push_back({cause, hub, Ends::ToHub}); }
    /// effect comes after the hub.
    void orderFromHub(Hub hub, Event effect) { orders_.push_back({hub, effect, Ends::FromHub}); }

    /// Called once, when all traces are there; then time() is known. Time and memory in proportion
    /// to events and orders.
    ClockReport resolve(std::int64_t latencyNs = kUsualLatencyNs);

    /// In ns since the measurement of rank 0 began, or of the first trace where rank 0 has none.
    [[nodiscard]] std::int64_t time(Event event) const { return times_[event]; }

private:
    enum class Ends : std::uint8_t { Both, ToHub, FromHub };
    // Where an event was: the place of its trace in sources_.
    struct Place {
        std::uint64_t ticks;
        std::uint32_t trace;
    };
    struct Order {
        std::uint32_t cause;
        std::uint32_t effect;
        Ends ends;
    };
    // The clock of a trace, its name, and how it was compared with that of rank 0.
    struct Source;

    [[nodiscard]] std::uint32_t base() const;
    void convert(ClockReport& report);
    // How many orders the present times break.
    [[nodiscard]] std::uint64_t broken(std::int64_t latencyNs) const;
    ClockRepair repair(std::int64_t latencyNs);

    std::vector<Source> sources_;
    std::vector<Place> events_;
    std::vector<Order> orders_;
    // By event; empty before resolve().
    std::vector<std::int64_t> times_;
    Hub hubs_ = 0;
    // The ticks of the event before, in the same thread.
    std::uint64_t last_ = 0;
    std::uint64_t backwards_ = 0;
};

}  // namespace gantry::perf
