#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/findings/MachineText.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

std::string line(const std::string& name, const MachineCost& cost) {
    constexpr std::size_t kNameWidth = 34;
    std::string text = base::printable(name);
    text.resize(std::max(text.size() + 1, kNameWidth), ' ');
    return "  " + text + base::duration(cost.ns * 1e-9) + " +-" + base::share(cost.spread, 1) +
           '\n';
}

}  // namespace

std::string machineText(const MachineModel& machine) {
    std::string text = base::printable(machine.host) + ", " + base::printable(machine.cpuModel) +
                       ", " + base::plural(machine.cores, "core") + ", noise of work " +
                       base::share(machine.noise, 1) + '\n';
    for (const NamedCost& each : machine.costs) {
        text += line(each.name, each.cost);
    }
    for (const MessageCosts& each : machine.messages) {
        text += base::plural(each.ranks, "rank") + (each.shared ? " that share cores\n" : "\n") +
                line("each of many messages", each.call) + line("latency", each.latency) +
                line("a byte of a large message", each.byte) + line("barrier", each.barrier);
    }
    return text;
}

}  // namespace gantry::perf
