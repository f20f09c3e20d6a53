#define DOCTEST_CONFIG_IMPLEMENT
#include <framework/Framework.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <iostream>
#include <span>
#include <string>

#include "LibraryUnderTest.hpp"

namespace {

constexpr std::array kPortTypes{"numeric.FunctionPort", "numeric.IntegratorPort",
                                "numeric.RandomGeneratorPort", "performance.Measurement"};

bool provides(const gantry::framework::ClassInfo& component, const std::string& type) {
    for (const gantry::framework::PortInfo& port : component.ports) {
        if (port.provided && port.type == type) {
            return true;
        }
    }
    return false;
}

// Writes the CTest commands for every library and every port type it provides.
int writeTests(const std::filesystem::path& self, const std::filesystem::path& file,
               std::span<char*> libraries) {
    std::ofstream tests(file);
    for (const char* library : libraries) {
        const gantry::framework::Framework framework(
            {std::filesystem::path(library).parent_path()});
        for (const gantry::framework::ClassInfo& component : framework.availableClasses()) {
            if (!std::filesystem::equivalent(component.library, library)) {
                continue;
            }
            for (const char* type : kPortTypes) {
                if (provides(component, type)) {
                    const std::string name =
                        std::string("contract.") + type + "." + component.library.stem().string();
                    tests << "add_test([==[" << name << "]==] [==[" << self.string()
                          << "]==] --port " << type << " [==[" << library
                          << "]==])\nset_tests_properties([==[" << name
                          << "]==] PROPERTIES LABELS contract TIMEOUT 120)\n";
                }
            }
        }
    }
    tests.close();
    return tests ? 0 : 1;
}

int runSuite(const std::string& type, const char* library, int argc, char** argv) {
    contract::libraryUnderTest() = library;
    doctest::Context context(argc, argv);
    context.setOption("test-suite", ("contract." + type).c_str());
    return context.run();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc >= 3 && std::strcmp(argv[1], "--ctest") == 0) {
            return writeTests(std::filesystem::read_symlink("/proc/self/exe"), argv[2],
                              std::span(argv + 3, static_cast<std::size_t>(argc - 3)));
        }
        if (argc >= 4 && std::strcmp(argv[1], "--port") == 0) {
            const bool known = std::find(kPortTypes.begin(), kPortTypes.end(),
                                         std::string(argv[2])) != kPortTypes.end();
            if (known) {
                return runSuite(argv[2], argv[3], argc - 3, argv + 3);
            }
        }
    } catch (const std::exception& error) {
        std::cerr << "contract-suite: " << error.what() << '\n';
        return 1;
    }
    std::cerr << "usage: contract-suite --port TYPE LIBRARY [doctest options]\n"
                 "       contract-suite --ctest FILE LIBRARY...\n";
    return 2;
}
