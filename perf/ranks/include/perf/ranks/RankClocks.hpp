#pragma once

#include <parallel/Upcalls.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace gantry::perf {

/// What the clock of a rank shows, and how many ns a tick is, times 2^32.
struct RankTicks {
    std::uint64_t ticks = 0;
    std::uint64_t nsPerTick = 0;
};

/// Compares the clocks of the ranks with that of rank 0 (perf/clock), over the port
/// parallel.Upcalls, which must outlive it. Collective: every rank makes one and calls the same
/// methods in the same order. Ranks that share a clock exchange nothing but its name, once.
///
///     RankClocks clocks(upcalls, clock);    // at the begin of the run
///     if (const auto fact = clocks.read()) { note(fact->first, fact->second); }
class RankClocks final {
public:
    /// Of a profile: what docs/formats/clock.md describes.
    using Fact = std::pair<std::string, std::string>;

    /// clock: of this rank; nothing where nothing measures. Throws what the port throws.
    RankClocks(parallel::Upcalls& upcalls, const std::function<std::optional<RankTicks>()>& clock);
    ~RankClocks();
    RankClocks(const RankClocks&) = delete;
    RankClocks& operator=(const RankClocks&) = delete;

    /// How many different clocks the ranks read; 1 where all read the same one.
    [[nodiscard]] std::size_t clocks() const noexcept;

    /// Compares them now. What this rank has to note, if anything. Some 100 round trips for each
    /// clock but the first, at most 50 ms. Once at the begin and once at the end of a run is enough
    /// to know the rate. Throws what the port throws.
    std::optional<Fact> read();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace gantry::perf
