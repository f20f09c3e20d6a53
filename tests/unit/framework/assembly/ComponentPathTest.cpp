#include <base/files/TemporaryFolder.hpp>
#include <framework/ComponentPath.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

using gantry::framework::componentPath;
using Paths = std::vector<std::filesystem::path>;

TEST_SUITE_BEGIN("framework.assembly.ComponentPath");

TEST_CASE("given folders come first, then those of the environment, then the installed ones") {
    const gantry::base::TemporaryFolder folder;
    const std::string given = folder.path().string();
    ::setenv("GANTRY_COMPONENT_PATH", "/of/gantry::/more", 1);
    ::setenv("CCA_COMPONENT_PATH", "/of/cca", 1);

    CHECK(componentPath(given + ":/", "/installed") ==
          Paths{given, "/", "/of/gantry", "/more", "/of/cca", "/installed"});

    ::unsetenv("GANTRY_COMPONENT_PATH");
    ::unsetenv("CCA_COMPONENT_PATH");
    CHECK(componentPath("", "/installed") == Paths{"/installed"});
}

TEST_CASE("a given folder that is not there is named") {
    CHECK_THROWS_WITH_AS((void)componentPath("/:/no/such", "/installed"),
                         "there is no folder '/no/such'; name folders with components, separated "
                         "by ':'",
                         std::invalid_argument);
}

TEST_SUITE_END();
