#define DOCTEST_CONFIG_IMPLEMENT
#include <framework/Framework.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "Harness.hpp"
#include "LibraryUnderTest.hpp"
#include "Outcome.hpp"
#include "PortTypes.hpp"

namespace {

// What every component keeps, whatever it provides.
constexpr const char* kComponent = "gov.cca.Component";
constexpr const char* kMeasurement = "performance.Measurement";
// Distinguished from a failure: the only thing that failed is that methods are not written yet.
// CTest takes it for skipped.
constexpr int kNotWritten = 77;

bool provides(const gantry::framework::ClassInfo& component, const std::string& type) {
    for (const gantry::framework::PortInfo& port : component.ports) {
        if (port.provided && port.type == type) {
            return true;
        }
    }
    return false;
}

// Whose contract a gate has to keep with each candidate behind it.
bool isGated(const std::string& type) {
    return type == "numeric.MultiIntegratorPort" || type == "linear.LinearSolver";
}

// MPI begins once in a process, and the upcalls of several ranks need a launcher: tests/mpi runs
// them.
bool isTested(const gantry::framework::ClassInfo& component, const std::string& type) {
    if (provides(component, "parallel.MPIService")) {
        return false;
    }
    // A gate passes calls on to candidates: tests/tuner gives the others some.
    if (provides(component, "tuning.Gate") && type != kComponent &&
        type != "gov.cca.ports.ParameterPort" && !isGated(type)) {
        return false;
    }
    return type == kComponent || provides(component, type);
}

gantry::framework::ClassInfo componentIn(const std::filesystem::path& library) {
    const gantry::framework::Framework framework({library.parent_path()});
    for (const gantry::framework::ClassInfo& component : framework.availableClasses()) {
        if (std::filesystem::equivalent(component.library, library)) {
            return component;
        }
    }
    throw std::runtime_error(library.string() + " is not a component");
}

bool uses(const gantry::framework::ClassInfo& component, const std::string& type) {
    return std::any_of(component.ports.begin(), component.ports.end(),
                       [&](const auto& port) { return !port.provided && port.type == type; });
}

struct Command {
    std::string name;
    std::string options;
};

// What is run for one port of a component. A backend in front of others is tested with one, too,
// and a gate with each candidate there is for it.
std::vector<Command> commandsFor(const gantry::framework::ClassInfo& component,
                                 const std::string& type,
                                 const std::vector<gantry::framework::ClassInfo>& all) {
    const std::string name = "contract." + type + "." + component.library.stem().string();
    if (provides(component, "tuning.Gate") && isGated(type)) {
        std::vector<Command> commands;
        for (const gantry::framework::ClassInfo& other : all) {
            if (provides(other, type) && !provides(other, "tuning.Gate")) {
                commands.push_back(
                    {name + " before " + other.library.stem().string(), " --behind " + other.name});
            }
        }
        return commands;
    }
    std::vector<Command> commands{{name, ""}};
    const bool isOfBackend =
        type == kMeasurement || type == "performance.Monitor" || type == "performance.PerfParam";
    if (isOfBackend && uses(component, kMeasurement)) {
        commands.push_back({name + " before performance_native", " --behind performance.Native"});
    }
    return commands;
}

// Writes the CTest commands for every library and every port type it provides.
int writeTests(const std::filesystem::path& self, const std::filesystem::path& file,
               std::span<char*> libraries) {
    std::ofstream tests(file);
    std::vector<gantry::framework::ClassInfo> all;
    for (const char* library : libraries) {
        all.push_back(componentIn(library));
    }
    const std::vector<std::string> types = contract::portTypes();
    for (const gantry::framework::ClassInfo& component : all) {
        for (const std::string& type : types) {
            if (!isTested(component, type)) {
                continue;
            }
            for (const auto& [name, options] : commandsFor(component, type, all)) {
                tests << "add_test([==[" << name << "]==] [==[" << self.string() << "]==] --port "
                      << type << " [==[" << component.library.string() << "]==]" << options
                      << ")\nset_tests_properties([==[" << name
                      << "]==] PROPERTIES LABELS contract TIMEOUT 120 SKIP_RETURN_CODE "
                      << kNotWritten << ")\n";
            }
        }
    }
    tests.close();
    return tests ? 0 : 1;
}

// A method that is not written yet may be met in a thread of a test, which ends the program.
[[noreturn]] void endInThread() {
    try {
        if (std::current_exception()) {
            throw;
        }
    } catch (const std::exception& error) {
        if (contract::saysNotWritten(error.what()) && contract::outcome().failed == 0) {
            std::cerr << "contract-suite: " << error.what() << std::endl;
            std::_Exit(kNotWritten);
        }
    } catch (...) {
    }
    std::abort();
}

int runSuite(const std::string& type, const char* library, int argc, char** argv) {
    const gantry::framework::ClassInfo component = componentIn(library);
    contract::libraryUnderTest() = library;
    if (argc >= 3 && std::strcmp(argv[1], "--behind") == 0) {
        contract::backendBehind() = argv[2];
        argc -= 2;
        argv += 2;
    }
    gantry::framework::Framework keeper(contract::pathUnderTest());
    if (type != kComponent) {
        // What a method throws leaves its test case, and is shown after the component has gone.
        keeper.load(component.name);
    }
    std::set_terminate(endInThread);
    doctest::Context context(argc, argv);
    context.setOption("test-suite", ("contract." + type).c_str());
    const int status = context.run();
    const contract::Outcome& outcome = contract::outcome();
    if (outcome.casesRun == 0) {
        throw std::runtime_error("no test case ran; look at the options");
    }
    if (status != 0 && outcome.failed == 0 && outcome.notWritten > 0) {
        std::cerr << "contract-suite: " << outcome.notWritten
                  << " test cases met methods that are not written yet; nothing else failed\n";
        return kNotWritten;
    }
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc >= 3 && std::strcmp(argv[1], "--ctest") == 0) {
            return writeTests(std::filesystem::read_symlink("/proc/self/exe"), argv[2],
                              std::span(argv + 3, static_cast<std::size_t>(argc - 3)));
        }
        if (argc >= 4 && std::strcmp(argv[1], "--port") == 0) {
            const std::vector<std::string> types = contract::portTypes();
            if (std::find(types.begin(), types.end(), argv[2]) != types.end()) {
                return runSuite(argv[2], argv[3], argc - 3, argv + 3);
            }
        }
    } catch (const std::exception& error) {
        std::cerr << "contract-suite: " << error.what() << '\n';
        return 1;
    }
    std::cerr << "usage: contract-suite --port TYPE LIBRARY [--behind CLASS] [doctest options]\n"
                 "       contract-suite --ctest FILE LIBRARY...\n";
    return 2;
}
