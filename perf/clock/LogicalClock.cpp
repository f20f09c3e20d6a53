#include <perf/clock/LogicalClock.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace gantry::perf {

namespace {

// The given time of a hub: earlier than any event, so that it delays nothing by itself.
constexpr std::int64_t kHub = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kPercent = 100;

}  // namespace

LogicalClock::Node LogicalClock::addTimeline(const std::vector<std::int64_t>& times) {
    const Node first = static_cast<Node>(times_.size());
    firsts_.push_back(first);
    std::int64_t last = kHub + 1;
    for (const std::int64_t time : times) {
        last = std::max(last, time);
        times_.push_back(last);
    }
    return first;
}

LogicalClock::Node LogicalClock::addHub() {
    const Node hub = static_cast<Node>(times_.size());
    firsts_.push_back(hub);
    times_.push_back(kHub);
    return hub;
}

// One run over all events: forwards, so that effects come late enough, then backwards, so that what
// was before a jump follows it.
class LogicalClock::Pass final {
public:
    explicit Pass(LogicalClock& clock)
        : clock_(clock),
          given_(clock.times_),
          moved_(clock.times_),
          isFirst_(clock.times_.size(), false) {
        for (const Node first : clock_.firsts_) {
            if (first < isFirst_.size()) {
                isFirst_[first] = true;
            }
        }
    }

    Result run() {
        Result result;
        sortOrders();
        forwards(result);
        backwards();
        check(result);
        result.times = std::move(moved_);
        return result;
    }

private:
    [[nodiscard]] std::size_t size() const { return given_.size(); }
    [[nodiscard]] bool isHub(std::size_t node) const { return given_[node] == kHub; }
    [[nodiscard]] bool hasNext(std::size_t node) const {
        return node + 1 < size() && !isFirst_[node + 1];
    }
    [[nodiscard]] std::int64_t latency(Node effect) const {
        return isHub(effect) ? 0 : clock_.latencyNs_;
    }

    // By cause, and where those of each cause begin: compressed sparse rows, the effects of a cause
    // are those from its begin up to that of the next cause.
    void sortOrders() {
        std::vector<Order>& orders = clock_.orders_;
        begins_.assign(size() + 1, 0);
        for (const Order& order : orders) {
            ++begins_[order.cause + 1];
        }
        std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
        effects_.resize(orders.size());
        std::vector<std::uint32_t> at(begins_.begin(), begins_.end() - 1);
        for (const Order& order : orders) {
            effects_[at[order.cause]++] = order.effect;
        }
        orders = {};
    }

    // A topological order over timelines and orders (Kahn's algorithm): an event is ready when the
    // one before it and all of its causes have their times.
    void forwards(Result& result) {
        std::vector<std::uint32_t> waiting(size(), 0);
        for (const Node effect : effects_) {
            ++waiting[effect];
        }
        for (std::size_t node = 0; node < size(); ++node) {
            waiting[node] += isFirst_[node] ? 0 : 1;
        }
        std::vector<Node> ready;
        std::vector<bool> isDone(size(), false);
        sequence_.reserve(size());
        for (std::size_t node = 0; node < size(); ++node) {
            if (waiting[node] == 0) {
                ready.push_back(static_cast<Node>(node));
            }
        }
        std::size_t stuck = 0;
        while (true) {
            while (!ready.empty()) {
                const Node node = ready.back();
                ready.pop_back();
                isDone[node] = true;
                sequence_.push_back(node);
                pass(node, waiting, isDone, ready);
            }
            if (!release(stuck, waiting, isDone, ready, result)) {
                return;
            }
        }
    }

    // Hands the time of an event on to the next one and to its effects.
    void pass(Node node, std::vector<std::uint32_t>& waiting, const std::vector<bool>& isDone,
              std::vector<Node>& ready) {
        const auto reach = [&](Node other, std::int64_t earliest) {
            if (isDone[other]) {
                return;  // its order was left out
            }
            moved_[other] = std::max(moved_[other], earliest);
            if (--waiting[other] == 0) {
                ready.push_back(other);
            }
        };
        for (std::uint32_t at = begins_[node]; at < begins_[node + 1]; ++at) {
            reach(effects_[at], moved_[node] + latency(effects_[at]));
        }
        if (hasNext(node)) {
            const std::int64_t passed = given_[node + 1] - given_[node];
            reach(node + 1, moved_[node] + passed - passed / kPercent);
        }
    }

    // Where orders form a circle, the first event of a timeline that waits does so no longer.
    bool release(std::size_t& from, std::vector<std::uint32_t>& waiting,
                 const std::vector<bool>& isDone, std::vector<Node>& ready, Result& result) const {
        for (; from < size(); ++from) {
            const bool isNext = !isDone[from] && (isFirst_[from] || isDone[from - 1]);
            if (isNext) {
                result.contradictions += waiting[from];
                waiting[from] = 0;
                ready.push_back(static_cast<Node>(from));
                return true;
            }
        }
        return false;
    }

    void backwards() {
        for (auto node = sequence_.rbegin(); node != sequence_.rend(); ++node) {
            // No later than the effects allow; a hub is as late as it can be.
            std::int64_t latest = std::numeric_limits<std::int64_t>::max();
            for (std::uint32_t at = begins_[*node]; at < begins_[*node + 1]; ++at) {
                latest = std::min(latest, moved_[effects_[at]] - latency(effects_[at]));
            }
            if (isHub(*node)) {
                moved_[*node] = std::max(moved_[*node], latest);
            } else if (hasNext(*node)) {
                const std::int64_t passed = given_[*node + 1] - given_[*node];
                const std::int64_t follow = moved_[*node + 1] - passed - passed / kPercent;
                moved_[*node] = std::max(moved_[*node], std::min(latest, follow));
            }
        }
    }

    void check(Result& result) const {
        // What the events before a hub allow, by the given times.
        std::vector<std::int64_t> given = given_;
        for (const Node node : sequence_) {
            for (std::uint32_t at = begins_[node]; at < begins_[node + 1]; ++at) {
                const Node effect = effects_[at];
                if (isHub(effect)) {
                    given[effect] = std::max(given[effect], given[node]);
                } else if (given[node] != kHub) {
                    result.violationsBefore += given[node] + latency(effect) > given[effect];
                    result.violationsAfter += moved_[node] + latency(effect) > moved_[effect];
                }
            }
        }
        for (std::size_t node = 0; node < size(); ++node) {
            if (!isHub(node)) {
                compare(node, result);
            }
        }
    }

    void compare(std::size_t node, Result& result) const {
        constexpr std::int64_t kRounding = 2;
        result.moved += moved_[node] != given_[node] ? 1 : 0;
        result.largestShiftNs = std::max(result.largestShiftNs, moved_[node] - given_[node]);
        if (hasNext(node)) {
            const std::int64_t before = given_[node + 1] - given_[node];
            const std::int64_t after = moved_[node + 1] - moved_[node];
            const std::int64_t change = after > before ? after - before : before - after;
            ++result.intervals;
            result.stretched += change > before / kPercent + kRounding ? 1 : 0;
        }
    }

    LogicalClock& clock_;
    const std::vector<std::int64_t>& given_;
    std::vector<std::int64_t> moved_;
    std::vector<bool> isFirst_;
    std::vector<std::uint32_t> begins_;
    std::vector<Node> effects_;
    // The order in which forwards() gave times; backwards() goes through it from its end.
    std::vector<Node> sequence_;
};

LogicalClock::Result LogicalClock::run() {
    return Pass(*this).run();
}

}  // namespace gantry::perf
