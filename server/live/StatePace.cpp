#include <server/live/StatePace.hpp>

#include <algorithm>

namespace gantry::server {

StatePace::Time StatePace::next(double rate, Duration least) const {
    // A little early: a channel that finds no newer state at its time waits for the next wake-up.
    constexpr double kAlmostSecond = 0.99;
    const auto apart =
        std::chrono::duration_cast<Duration>(std::chrono::duration<double>(kAlmostSecond / rate));
    return begun_ + std::max({apart, least, 2 * took_});
}

StatePace::Duration StatePace::pause(Time now, double rate, Duration least,
                                     Duration longest) const {
    return std::clamp(next(rate, least) - now, Duration::zero(), longest);
}

bool StatePace::isDue(Time now, double rate, Duration least) const {
    return now >= next(rate, least);
}

}  // namespace gantry::server
