#pragma once

#include <chrono>

namespace gantry::server {

/// When the next state of a program is read: as often as somebody wants one, counted from begin to
/// begin, so that the time to read it does not add to the time between states. Reading takes at
/// most half of the time of its thread. Times are of one clock. The rule: next begin = last begin +
/// max(0.99 / rate, least, 2 * time of the last reading). A plain value for one thread.
class StatePace final {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    /// A state was read in this time. begin is not after end.
    void read(Time begin, Time end) {
        begun_ = begin;
        took_ = end - begin;
    }
    /// How long to wait until the next one is due; at most `longest`, after which the rate may be
    /// another one. rate: states a second, above 0. least: the shortest time between two. 0 where
    /// it is due already, as before the first reading.
    [[nodiscard]] Duration pause(Time now, double rate, Duration least, Duration longest) const;
    /// Whether pause() would be 0.
    [[nodiscard]] bool isDue(Time now, double rate, Duration least) const;

private:
    [[nodiscard]] Time next(double rate, Duration least) const;

    Time begun_{};
    Duration took_{};
};

}  // namespace gantry::server
