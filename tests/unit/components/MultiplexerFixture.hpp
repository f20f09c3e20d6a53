#pragma once

#include <gov/cca/AbstractFramework.hpp>
#include <performance/Measurement.hpp>
#include <performance/Timer.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "OneComponent.hpp"
#include "ScriptedTool.hpp"

// A multiplexer, called "subject", and two scripted tools it may be connected to.
struct MultiplexerFixture : OneComponent {
    std::atomic<int> clock{0};
    std::vector<std::shared_ptr<gov::cca::Services>> services;
    std::shared_ptr<gov::cca::AbstractFramework> embedding = framework.abstractFramework();
    std::shared_ptr<ScriptedTool> first = add("first");
    std::shared_ptr<ScriptedTool> second = add("second");
    std::shared_ptr<performance::Measurement> measurement =
        port<performance::Measurement>("MeasurementPort");

    MultiplexerFixture() : OneComponent("performance.Multiplexer") {}

    std::shared_ptr<ScriptedTool> add(const std::string& name) {
        auto tool = std::make_shared<ScriptedTool>(clock);
        services.push_back(embedding->getServices(name, "tests.Tool", nullptr));
        services.back()->addProvidesPort(tool, "measurement", "performance.Measurement", nullptr);
        return tool;
    }
    void connect(const std::string& port, const std::string& tool) {
        framework.connect({"subject", port, tool, "measurement"});
    }
    void disconnect(const std::string& port, const std::string& tool) {
        framework.disconnect({"subject", port, tool, "measurement"});
    }
    // From first to second, as a script does it.
    void exchange() {
        disconnect("backend1", "first");
        connect("backend1", "second");
    }
    std::shared_ptr<performance::Timer> timer(const std::string& name) const {
        return measurement->createTimerWithName(name);
    }
};
