#include "framework/ScriptFigures.hpp"

#include <framework/ScriptInterpreter.hpp>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>

namespace gantry::bench {
namespace {

using framework::Framework;
using framework::ScriptInterpreter;
using Clock = std::chrono::steady_clock;

constexpr int kPorts = 5;

/// Instances n0, n1, ... whose ports lead to those that follow in a ring.
std::string ringScript(int instances) {
    std::ostringstream script;
    for (int i = 0; i < instances; ++i) {
        script << "instantiate benchmarks.Node n" << i << '\n';
    }
    for (int i = 0; i < instances; ++i) {
        for (int port = 0; port < kPorts; ++port) {
            script << "connect n" << i << " next" << port << " n" << (i + port + 1) % instances
                   << " function\n";
        }
    }
    return script.str();
}

class Assembler final {
public:
    Assembler() : framework_({GANTRY_BENCH_FRAMEWORK_DIRECTORY}) {}

    /// Seconds.
    double run(const std::string& text) {
        std::istringstream script(text);
        const auto begin = Clock::now();
        interpreter_.run(script, "figures");
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

private:
    Framework framework_;
    std::ostringstream output_;
    ScriptInterpreter interpreter_{framework_, output_};
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Microseconds of each of the commands that make, connect, disconnect and remove one instance more
/// in an assembly of that size.
std::vector<double> commandTimes(int instances, std::size_t rounds) {
    constexpr double kMicroseconds = 1e6;
    Assembler assembler;
    assembler.run(ringScript(instances));
    const std::vector<std::string> commands{"instantiate benchmarks.Node more",
                                            "connect more next0 n1 function",
                                            "disconnect more next0 n1 function", "remove more"};
    std::vector<std::vector<double>> times(commands.size());
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < commands.size(); ++i) {
            times[i].push_back(assembler.run(commands[i]) * kMicroseconds);
        }
    }
    std::vector<double> medians;
    for (std::vector<double>& each : times) {
        medians.push_back(median(std::move(each)));
    }
    return medians;
}

}  // namespace

std::vector<Figure> scripting(const Effort& effort) {
    constexpr double kMostSeconds = 0.5;
    std::vector<double> seconds;
    const std::string script = ringScript(1000);
    for (std::size_t i = 0; i < effort.of(11, 1); ++i) {
        seconds.push_back(Assembler().run(script));
    }
    std::vector<Figure> figures{
        {"script: 1,000 components, 5,000 connections", median(seconds), "s", kMostSeconds}};
    const std::size_t rounds = effort.of(2000, 20);
    const std::vector<double> few = commandTimes(10, rounds);
    const std::vector<double> many = commandTimes(1000, rounds);
    const std::vector<std::string> names{"instantiate", "connect", "disconnect", "remove"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        figures.push_back({"command " + names[i] + ", among 10 instances", few[i], "us"});
        figures.push_back({"command " + names[i] + ", among 1,000 instances", many[i], "us"});
    }
    return figures;
}

}  // namespace gantry::bench
