#define DOCTEST_CONFIG_IMPLEMENT
#include <framework/Framework.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>

#include "LibraryUnderTest.hpp"

namespace {

constexpr std::array kPortTypes{
    "gov.cca.ports.ParameterPort", "numeric.FunctionPort", "numeric.IntegratorPort",
    "numeric.RandomGeneratorPort", "parallel.Upcalls",     "performance.Measurement",
    "performance.Monitor",         "performance.PerfParam"};

// How many test cases the run has had; it stays below zero where none was meant to run.
int& casesRun() {
    static int cases = -1;
    return cases;
}

class CaseCounter final : public doctest::IReporter {
public:
    explicit CaseCounter(const doctest::ContextOptions&) {}
    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& stats) override {
        casesRun() = static_cast<int>(stats.numTestCasesPassingFilters);
    }
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("cases", 1, CaseCounter);

bool provides(const gantry::framework::ClassInfo& component, const std::string& type) {
    for (const gantry::framework::PortInfo& port : component.ports) {
        if (port.provided && port.type == type) {
            return true;
        }
    }
    return false;
}

// The upcalls of several ranks need a launcher: tests/mpi runs them.
bool isTested(const gantry::framework::ClassInfo& component, const std::string& type) {
    return provides(component, type) &&
           !(type == "parallel.Upcalls" && provides(component, "parallel.MPIService"));
}

gantry::framework::ClassInfo componentIn(const std::filesystem::path& library) {
    const gantry::framework::Framework framework({library.parent_path()});
    for (const gantry::framework::ClassInfo& component : framework.availableClasses()) {
        if (std::filesystem::equivalent(component.library, library)) {
            return component;
        }
    }
    throw std::runtime_error(library.string() + " is no component");
}

// Writes the CTest commands for every library and every port type it provides.
int writeTests(const std::filesystem::path& self, const std::filesystem::path& file,
               std::span<char*> libraries) {
    std::ofstream tests(file);
    for (const char* library : libraries) {
        const gantry::framework::ClassInfo component = componentIn(library);
        for (const char* type : kPortTypes) {
            if (isTested(component, type)) {
                const std::string name =
                    std::string("contract.") + type + "." + component.library.stem().string();
                tests << "add_test([==[" << name << "]==] [==[" << self.string() << "]==] --port "
                      << type << " [==[" << library << "]==])\nset_tests_properties([==[" << name
                      << "]==] PROPERTIES LABELS contract TIMEOUT 120)\n";
            }
        }
    }
    tests.close();
    return tests ? 0 : 1;
}

int runSuite(const std::string& type, const char* library, int argc, char** argv) {
    (void)componentIn(library);
    contract::libraryUnderTest() = library;
    doctest::Context context(argc, argv);
    context.setOption("test-suite", ("contract." + type).c_str());
    const int status = context.run();
    if (casesRun() == 0) {
        throw std::runtime_error("no test case ran; look at the options");
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
