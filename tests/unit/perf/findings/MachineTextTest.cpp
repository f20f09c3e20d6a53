#include <perf/analysis/findings/MachineText.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace gantry::perf;

namespace {

MachineModel smallMachine() {
    MachineModel machine;
    machine.host = "node1";
    machine.cpuModel = "A CPU";
    machine.cores = 2;
    machine.noise = 0.015;
    machine.costs = {{"clock", {25, 0.02}}};
    return machine;
}

}  // namespace

TEST_SUITE_BEGIN("perf.findings.MachineText");

TEST_CASE("a machine is described in one line, and each of its costs in another one") {
    CHECK(machineText(smallMachine()) ==
          "node1, A CPU, 2 cores, noise of work 1.5 %\n"
          "  clock                             25.0 ns +-2.0 %\n");
}

TEST_CASE("a name that fills its column is still separated from its cost") {
    MachineModel machine = smallMachine();
    machine.costs.front().name = std::string(40, 'x');

    CHECK(machineText(machine).find(std::string(40, 'x') + " 25.0 ns") != std::string::npos);
}

TEST_CASE("costs of messages say how many ranks there were, and whether they shared cores") {
    MachineModel machine = smallMachine();
    machine.messages = {{2, false, {100, 0.1}, {200, 0.1}, {0.5, 0.1}, {300, 0.1}},
                        {4, true, {1000, 0.1}, {2000, 0.1}, {0.5, 0.1}, {3000, 0.1}}};

    const std::string text = machineText(machine);

    CHECK(text.find("\n2 ranks\n  each of many messages") != std::string::npos);
    CHECK(text.find("\n4 ranks that share cores\n") != std::string::npos);
    CHECK(text.find("latency                           2.00 us +-10.0 %") != std::string::npos);
}

TEST_CASE("a host name reaches the terminal without control characters") {
    MachineModel machine = smallMachine();
    machine.host = "node\033[31m";

    CHECK(machineText(machine).find('\033') == std::string::npos);
}

TEST_SUITE_END();
