#include <framework/AssemblyCheck.hpp>
#include <framework/AssemblyGraph.hpp>

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("framework.assembly.AssemblyCheck");

using namespace gantry::framework;

namespace {

PortInfo provides(const std::string& name, const std::string& type = "p.T") {
    return {name, type, true, false, false};
}
PortInfo uses(const std::string& name, bool required = true, const std::string& type = "p.T") {
    return {name, type, false, required, false};
}

std::vector<std::string> texts(const std::vector<Finding>& findings) {
    std::vector<std::string> all;
    for (const Finding& finding : findings) {
        all.push_back((finding.severity == Finding::Severity::Error ? "error: " : "warning: ") +
                      finding.text);
    }
    return all;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("of an assembly without faults nothing is reported") {
    CHECK(checkAssembly({}, {}).empty());
    CHECK(checkAssembly(
              {{"user", "C", {uses("in"), uses("more", false)}}, {"part", "D", {provides("out")}}},
              {{"user", "in", "part", "out"}})
              .empty());
}

TEST_CASE("a required port without a connection is an error that says what to connect") {
    CHECK(texts(checkAssembly(
              {{"user", "C", {uses("in"), uses("other")}}, {"part", "D", {provides("out")}}},
              {{"user", "in", "part", "out"}})) ==
          Texts{"error: uses port 'user.other' is not connected; connect it to a provider of p.T"});
}

TEST_CASE("a connection to a removed port is an error") {
    CHECK(texts(checkAssembly({{"user", "C", {uses("in")}}, {"part", "D", {}}},
                              {{"user", "in", "part", "out"}})) ==
          Texts{"error: connection 'user.in' -> 'part.out' leads to a port that no longer exists; "
                "disconnect it"});
}

TEST_CASE("an instance that nothing is connected with is a warning, unless it can be started") {
    CHECK(texts(checkAssembly({{"spare", "C", {provides("out")}}}, {})) ==
          Texts{"warning: instance 'spare' of C is connected with nothing; connect or remove it"});
    CHECK(checkAssembly({{"driver", "C", {provides("go", "gov.cca.ports.GoPort")}}}, {}).empty());
}

TEST_CASE("instances that need each other in a cycle are reported once, optional ports aside") {
    const std::vector<InstanceInfo> instances{{"a", "C", {uses("in"), provides("out")}},
                                              {"b", "C", {uses("in"), provides("out")}},
                                              {"c", "C", {uses("in", false), provides("out")}}};

    CHECK(texts(checkAssembly(
              instances,
              {{"a", "in", "b", "out"}, {"b", "in", "a", "out"}, {"c", "in", "a", "out"}})) ==
          Texts{"warning: required ports go round in a circle: a -> b -> a"});
    CHECK(checkAssembly(instances,
                        {{"a", "in", "b", "out"}, {"b", "in", "c", "out"}, {"c", "in", "a", "out"}})
              .empty());
    CHECK(texts(checkAssembly({{"self", "C", {uses("in"), provides("out")}}},
                              {{"self", "in", "self", "out"}})) ==
          Texts{"warning: required ports go round in a circle: self -> self"});
}

TEST_CASE("the graph has a box for each instance and an edge for each connection") {
    const ConnectionInfo connection{"user", "in", "part", "out"};
    const std::string dot =
        toDot({{"user", "C", {uses("in"), uses("open")}}, {"part", "D<\"&\">", {provides("out")}}},
              {connection}, {{connection, "monitored"}, {connection, "swapped"}});

    CHECK(dot.find("digraph assembly {") == 0);
    CHECK(dot.find("\"user\":port0:e -> \"part\":port0:w [label=\"monitored, swapped\"") !=
          std::string::npos);
    CHECK(dot.find("D&lt;&quot;&amp;&quot;&gt;") != std::string::npos);
    CHECK(dot.find("open (open)") != std::string::npos);
    CHECK(dot.find("in (open)") == std::string::npos);
}

TEST_SUITE_END();
