#include <framework/ClassText.hpp>

#include <doctest/doctest.h>

#include <sstream>
#include <string>

using namespace gantry::framework;

namespace {

ClassInfo simpson() {
    ClassInfo component;
    component.name = "integrators.Simpson";
    component.version = "1.0";
    component.summary = "integrates";
    component.library = "/lib/integrators_simpson.so";
    PortInfo provided;
    provided.name = "integrate";
    provided.type = "numeric.IntegratorPort";
    provided.provided = true;
    PortInfo used;
    used.name = "function";
    used.type = "numeric.FunctionPort";
    used.required = false;
    component.ports = {provided, used};
    ParameterInfo count;
    count.port = "configuration";
    count.key = "count";
    count.type = "int";
    count.defaultValue = "100";
    count.low = "1";
    count.high = "1000";
    count.help = "subintervals";
    component.parameters = {count};
    return component;
}

}  // namespace

TEST_SUITE_BEGIN("framework.document.ClassText");

TEST_CASE("a list has the ports and parameters of each class behind their labels") {
    CHECK(listText({simpson()}) ==
          "integrators.Simpson 1.0  integrates\n"
          "    provides    integrate: numeric.IntegratorPort\n"
          "    uses        function: numeric.FunctionPort (optional)\n"
          "    parameters  configuration.count=100\n");
    CHECK(listText({}).empty());
}

TEST_CASE("no item of a list is broken, and no line is wider than a terminal") {
    ClassInfo component = simpson();
    for (int i = 0; i < 20; ++i) {
        component.ports.push_back(component.ports.front());
    }
    std::istringstream text(listText({component}));
    for (std::string line; std::getline(text, line);) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
        CHECK_FALSE(line.ends_with(':'));
    }
}

TEST_CASE("the details of a class say what a parameter may be") {
    ClassInfo component = simpson();
    CHECK(detailsText(component).find("1 .. 1000") != std::string::npos);
    component.parameters[0].low = component.parameters[0].high = "";
    CHECK(detailsText(component).find("any") != std::string::npos);
    component.parameters[0].choices = {"fast", "exact"};
    CHECK(detailsText(component).find("fast | exact") != std::string::npos);
    component.parameters.clear();
    CHECK(detailsText(component).find("default") == std::string::npos);
}

TEST_CASE("what a shared object says of itself is printed without control characters") {
    ClassInfo component = simpson();
    component.summary = "\x1b[31mred\n";
    CHECK(listText({component}).find('\x1b') == std::string::npos);
}

TEST_SUITE_END();
