#include <framework/ScriptInterpreter.hpp>
#include <gov/cca/ports/BasicParameterPort.hpp>
#include <sidl/array.hpp>

#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.script.ScriptErrors");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

class Broken final : public gov::cca::ports::BasicParameterPort {
public:
    std::shared_ptr<gov::cca::TypeMap> readConfigurationMap() override {
        throw std::out_of_range("the map is lost");
    }
    void writeConfigurationMap(const std::shared_ptr<gov::cca::TypeMap>&) override {}
    sidl::array<std::string> readConfigurationKeys() override { return {}; }
};

int run(Embedding& embedding, std::ostream& output, const std::string& text) {
    ScriptInterpreter interpreter(embedding.framework, output);
    std::istringstream script(text);
    return interpreter.run(script, "test.rc");
}

}  // namespace

TEST_CASE("any exception of a component becomes an error of the command that met it") {
    Embedding embedding;
    embedding.join("component")
        ->addProvidesPort(std::make_shared<Broken>(), "configuration",
                          "gov.cca.ports.BasicParameterPort", nullptr);
    std::ostringstream output;
    std::string message;

    try {
        run(embedding, output, "arena\ndisplay state\n");
    } catch (const ScriptError& error) {
        message = error.what();
    }

    CHECK(message == "test.rc:2:1: error: the map is lost");
}

TEST_CASE("setting the path back adds each folder of the environment once") {
    Embedding embedding({"good_counter"});
    const std::string first = fixture("good_counter").string();
    const std::string second = fixture("caller").string();
    std::ostringstream output;
    setenv("CCA_COMPONENT_PATH", (first + ':' + second + ':' + second).c_str(), 1);

    run(embedding, output, "path init\npath\n");

    unsetenv("CCA_COMPONENT_PATH");
    CHECK(output.str() == first + ':' + second + '\n');
}

TEST_SUITE_END();
