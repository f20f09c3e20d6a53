#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gantry::perf {

/// Moves the times of events so that each effect comes after its cause: the controlled logical
/// clock of Becker, Rabenseifner and Wolf (Parallel Computing 35, 2009), made exact for ties and
/// without a limit on what an event can be the cause of.
///
/// Events are on timelines, one for each clock, and keep their order there. An event that has to
/// move later moves all after it, which then come back to their own times by at most 1 % of the
/// time that passes; those before it follow by as much, unless that would put a cause behind its
/// effect. No event ever moves to an earlier time.
///
/// Takes some 50 bytes for each event and 16 for each order, and time in proportion to both.
///
///     LogicalClock clock(1000);
///     const LogicalClock::Node sent = clock.addTimeline({100, 900});
///     const LogicalClock::Node received = clock.addTimeline({50});
///     clock.order(sent, received);    // 50 becomes 1100
///     const LogicalClock::Result result = clock.run();
class LogicalClock final {
public:
    using Node = std::uint32_t;

    /// The least time from a cause to its effect.
    explicit LogicalClock(std::int64_t latencyNs) : latencyNs_(latencyNs) {}

    /// Events of one clock, in ns. A time that is before the one ahead of it is taken to be that
    /// one. Returns the first event; the others have the next numbers.
    Node addTimeline(const std::vector<std::int64_t>& times);

    /// A point that comes after any number of events and before others, as a collective call does.
    /// It is on no timeline.
    Node addHub();

    /// cause comes before effect: by the latency, unless effect is a hub.
    void order(Node cause, Node effect) { orders_.push_back({cause, effect}); }

    /// A plain value.
    struct Result {
        /// By event, as they were added; those of hubs mean nothing.
        std::vector<std::int64_t> times;
        std::uint64_t violationsBefore = 0;  ///< orders that the given times broke
        std::uint64_t violationsAfter = 0;   ///< 0 unless orders contradict each other
        std::uint64_t contradictions = 0;    ///< orders left out because they would form a circle
        std::uint64_t moved = 0;             ///< events that got another time
        std::int64_t largestShiftNs = 0;
        std::uint64_t intervals = 0;  ///< between neighbours on a timeline
        std::uint64_t stretched = 0;  ///< of these, changed by more than 1 % (and 2 ns)
    };

    /// Called once.
    [[nodiscard]] Result run();

private:
    struct Order {
        Node cause;
        Node effect;
    };

    class Pass;

    std::int64_t latencyNs_;
    std::vector<std::int64_t> times_;  // of hubs: kHub
    std::vector<Node> firsts_;         // of the timelines, and of each hub, which ends one
    std::vector<Order> orders_;
};

}  // namespace gantry::perf
