#pragma once

#include <perf/clock/ClockReading.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// What a clock shows, and how long a tick is, times 2^32 ns.
struct ClockTicks {
    std::uint64_t ticks = 0;
    std::uint64_t nsPerTick = std::uint64_t{1} << 32U;
};

/// What comparing clocks needs of the ranks. All calls of a rank are made by one thread; send may
/// return before the message was received. Errors are exceptions, and leave the ranks apart.
class ClockWire {
public:
    ClockWire() = default;
    virtual ~ClockWire() = default;
    ClockWire(const ClockWire&) = delete;
    ClockWire& operator=(const ClockWire&) = delete;

    /// This one's number, from 0 to size() - 1.
    virtual int rank() = 0;
    /// Of all ranks; at least 1, and the same on each.
    virtual int size() = 0;
    /// Between two ranks values arrive in the order in which they were sent.
    virtual void send(std::uint64_t value, int destination) = 0;
    /// Waits for the next value of that rank.
    virtual std::uint64_t receive(int source) = 0;
    /// The bytes of rank 0 on every rank.
    virtual void broadcast(std::string& bytes) = 0;
    /// The texts of all ranks on rank 0, by rank; nothing on the others.
    virtual std::vector<std::string> gather(const std::string& text) = 0;
};

/// Compares the clocks of the ranks with that of rank 0. Ranks with the same identity share a
/// clock: one rank of each clock exchanges messages with rank 0, and none does where there is only
/// one clock. Collective: every rank makes the same calls in the same order.
///
///     ClockSync sync(wire, clock, clockIdentity());
///     if (const auto reading = sync.read()) { note(*reading); }
class ClockSync final {
public:
    /// How much time a comparison may take. The wire is not used by anything else meanwhile.
    struct Effort {
        int roundTrips = 100;               ///< of which the fastest counts
        std::uint64_t mostNs = 50'000'000;  ///< for one clock; at least ten trips are made
    };

    /// Finds out who shares a clock. identity: as of clockIdentity(); a rank whose identity is
    /// empty shares its clock with none.
    ClockSync(ClockWire& wire, std::function<ClockTicks()> clock, const std::string& identity);

    /// Different clocks in the run; the same number on every rank.
    [[nodiscard]] std::size_t clocks() const noexcept { return representatives_.size(); }

    /// Whether this rank reads the clock of rank 0.
    [[nodiscard]] bool isReference() const noexcept { return own_ == 0; }

    /// This rank's reading, now; nothing where it has the clock of rank 0, or where that one ran
    /// backwards. Keeps the wire, the
    /// clock and nothing else busy: about a round trip times their number, for each clock.
    std::optional<ClockReading> read(Effort effort);
    std::optional<ClockReading> read() { return read(Effort()); }

private:
    // On rank 0: the reading of the clock that the other rank represents.
    ClockReading askFor(int other, Effort effort);
    // On the representative of another clock: shows it until rank 0 has enough.
    void answer();

    ClockWire& wire_;
    std::function<ClockTicks()> clock_;
    int rank_;
    std::size_t own_ = 0;               // the clock of this rank
    std::vector<int> representatives_;  // the first rank of each clock
};

}  // namespace gantry::perf
