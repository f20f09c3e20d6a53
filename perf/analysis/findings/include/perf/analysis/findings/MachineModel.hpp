#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// A cost of the machine, in ns: median of the measurements, and how far these spread. Half of the
/// distance between the quartiles, divided by the median: 0.1 says that half of the measurements
/// were within some 10 %.
struct MachineCost {
    double ns = 0;
    double spread = 0;  ///< half of the middle half, as a part of the median
};

/// What MPI costs with so many ranks on one machine. For the same number of ranks there may be two:
/// with a core for each, and shared.
struct MessageCosts {
    std::uint32_t ranks = 2;
    bool shared = false;  ///< more ranks than cores
    MachineCost call;     ///< of the sender or the receiver for each of many small messages
    MachineCost latency;  ///< from rank to rank, small
    MachineCost byte;     ///< each byte of a large message
    MachineCost barrier;
};

/// A plain cost of the machine under a name, such as "clock" or "file write 1 MiB".
struct NamedCost {
    std::string name;
    MachineCost cost;
};

/// What a machine costs, as `gantry calibrate` measured it (docs/formats/machine.md).
struct MachineModel {
    std::string host;  ///< empty: the built-in defaults
    std::string cpuModel;
    std::uint32_t cores = 0;
    std::string created;  ///< UTC
    double noise = 0.02;  ///< relative standard deviation of a fixed amount of work
    std::vector<NamedCost> costs;
    std::vector<MessageCosts> messages;

    /// Whether nothing was measured: figures of defaultMachine().
    [[nodiscard]] bool isDefault() const noexcept { return host.empty(); }
    /// Those of the same placement with the nearest number of ranks; defaults where there are none.
    [[nodiscard]] MessageCosts messageCosts(std::uint32_t ranks, bool shared) const;
};

/// Round figures of one machine of 2 cores with Open MPI 4.1; spreads are wide, so that little is
/// concluded from them.
MachineModel defaultMachine();

/// docs/formats/machine.md.
std::string machineJson(const MachineModel& machine);

/// The reverse. Throws std::invalid_argument, which says what is wrong, for another text. Text of a
/// newer version is refused as well.
MachineModel machineFromJson(const std::string& text);

}  // namespace gantry::perf
