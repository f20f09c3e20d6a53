// Compares the clocks of ranks by the upcalls of a parallel run, as perf/modules/mpi does by MPI
// itself (docs/formats/clock.md).

#include <perf/clock/ClockIdentity.hpp>
#include <perf/clock/ClockSync.hpp>
#include <perf/ranks/RankClocks.hpp>

#include <cstring>
#include <optional>
#include <stdexcept>

namespace gantry::perf {

namespace {

// No other message of the run has it.
constexpr std::int32_t kTag = 29'712;

class UpcallsWire final : public ClockWire {
public:
    explicit UpcallsWire(parallel::Upcalls& upcalls) : upcalls_(upcalls) {}

    int rank() override { return upcalls_.getRank(); }
    int size() override { return upcalls_.getSize(); }
    void send(std::uint64_t value, int destination) override;
    std::uint64_t receive(int source) override;
    void broadcast(std::string& bytes) override { upcalls_.broadcast(bytes, 0); }
    std::vector<std::string> gather(const std::string& text) override;

private:
    parallel::Upcalls& upcalls_;
};

void UpcallsWire::send(std::uint64_t value, int destination) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    upcalls_.send(bytes, destination, kTag);
}

std::uint64_t UpcallsWire::receive(int source) {
    const std::string bytes = upcalls_.receive(source, kTag);
    std::uint64_t value = 0;
    if (bytes.size() != sizeof value) {
        throw std::runtime_error("rank " + std::to_string(source) +
                                 " sent no time; start all ranks with the same Gantry");
    }
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

std::vector<std::string> UpcallsWire::gather(const std::string& text) {
    const sidl::array<std::string> all = upcalls_.gather(text, 0);
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(all.length()));
    for (int at = 0; at < all.length(); ++at) {
        texts.push_back(all[all.lower() + at]);
    }
    return texts;
}

// What a rank without a clock says, so that none is compared where none has one.
constexpr const char* kNoClock = "no clock";

}  // namespace

struct RankClocks::State {
    State(parallel::Upcalls& upcalls, const std::function<std::optional<RankTicks>()>& clock)
        : wire(upcalls),
          sync(
              wire,
              [clock] {
                  const RankTicks now = clock().value_or(RankTicks{});
                  return ClockTicks{now.ticks, now.nsPerTick};
              },
              clock() ? clockIdentity() : kNoClock) {}

    UpcallsWire wire;
    ClockSync sync;
    std::size_t readings = 0;
};

RankClocks::RankClocks(parallel::Upcalls& upcalls,
                       const std::function<std::optional<RankTicks>()>& clock)
    : state_(std::make_unique<State>(upcalls, clock)) {}

RankClocks::~RankClocks() = default;

std::size_t RankClocks::clocks() const noexcept {
    return state_->sync.clocks();
}

std::optional<RankClocks::Fact> RankClocks::read() {
    ClockSync& sync = state_->sync;
    const int rank = state_->wire.rank();
    const std::optional<ClockReading> reading = sync.read();
    if (reading) {
        return Fact{clockFactKey(rank, state_->readings++), clockFact(*reading)};
    }
    if (sync.clocks() > 1 && sync.isReference() && state_->readings++ == 0) {
        return Fact{kClockFact + std::to_string(rank), kReferenceClock};
    }
    return std::nullopt;
}

}  // namespace gantry::perf
