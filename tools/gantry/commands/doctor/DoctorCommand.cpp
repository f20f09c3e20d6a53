#include <base/text/Joined.hpp>
#include <framework/Framework.hpp>
#include <perf/engine/Machine.hpp>
#include <perf/machine/MetricFindings.hpp>
#include <perf/recording/ProgramFile.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

using Finding = perf::MachineFinding;

std::vector<Finding> machineFindings() {
    const perf::Machine machine = perf::readMachine();
    return {
        {"gantry",
         std::string(GANTRY_VERSION) + ", built with " + GANTRY_COMPILER + ", Boost " +
             GANTRY_BOOST,
         ""},
        {"machine", machine.cpuModel + ", " + std::to_string(machine.cores) + " processors", ""},
        {"system", machine.os + ", clock source " + machine.clockSource, ""}};
}

bool onProgramPath(const std::string& program) {
    return !perf::programFile(program).empty();
}

/// The first line a program prints; empty where it does not run.
std::string firstLineOf(const std::string& command) {
    std::string line;
    // The commands are constants of this file; nothing of the user's reaches the shell.
    if (std::FILE* output = popen((command + " 2>/dev/null").c_str(), "r")) {
        for (int c = std::fgetc(output); c != EOF && c != '\n'; c = std::fgetc(output)) {
            line += static_cast<char>(c);
        }
        pclose(output);
    }
    return line;
}

// What was built is known from the components on the path alone: nothing is loaded for it.
bool hasClass(const std::vector<framework::ClassInfo>& classes, const std::string& name) {
    return std::any_of(classes.begin(), classes.end(),
                       [&](const framework::ClassInfo& one) { return one.name == name; });
}

// A part needs both what the build found and the programs that run with it; the remedy names the
// Debian packages.
Finding mpiFinding(const std::vector<framework::ClassInfo>& classes) {
    const bool component = hasClass(classes, "parallel.Mpi");
    const bool launcher = onProgramPath("mpirun");
    if (component && launcher) {
        return {"MPI", firstLineOf("mpirun --version") + "; mpirun -n N gantry run SCRIPT works",
                ""};
    }
    if (component) {
        return {"MPI", "the component exists, but mpirun is missing",
                "install the package openmpi-bin"};
    }
    return {"MPI", "not built in",
            "install the packages libopenmpi-dev and openmpi-bin and build again"};
}

Finding formulaFinding(const std::vector<framework::ClassInfo>& classes) {
    if (hasClass(classes, "functions.ExpressionFunction")) {
        return {"formulas", "functions.ExpressionFunction reads them", ""};
    }
    return {"formulas", "functions.ExpressionFunction is not built in",
            "install the package libmuparser-dev and build again"};
}

Finding tracerFinding(const std::vector<framework::ClassInfo>& classes) {
    if (!hasClass(classes, "performance.Lttng")) {
        return {"LTTng", "not built in", "install the package liblttng-ust-dev and build again"};
    }
    if (!onProgramPath("lttng")) {
        return {"LTTng",
                "performance.Lttng exists, but the program lttng, which records traces, is missing",
                "install the packages lttng-tools and babeltrace2"};
    }
    return {"LTTng", firstLineOf("lttng --version") + "; gantry run --perf lttng SCRIPT is traced",
            ""};
}

/// Which libraries solve systems of equations, and how to get those that are not there.
Finding solverFinding(const std::vector<framework::ClassInfo>& classes) {
    struct Part {
        const char* name;
        const char* className;
        const char* package;
    };
    constexpr std::array kParts{Part{"Eigen", "solvers.EigenDirect", "libeigen3-dev"},
                                Part{"SuiteSparse", "solvers.Umfpack", "libsuitesparse-dev"},
                                Part{"SuperLU", "solvers.SuperLu", "libsuperlu-dev"},
                                Part{"PETSc", "solvers.Petsc", "libpetsc-real-dev"},
                                Part{"hypre", "solvers.Hypre", "libhypre-dev"}};
    std::string there;
    std::string missing;
    for (const Part& part : kParts) {
        const bool built = hasClass(classes, part.className);
        std::string& list = built ? there : missing;
        list += (list.empty() ? ""
                 : built      ? ", "
                              : " ") +
                std::string(built ? part.name : part.package);
    }
    return {"linear solvers", there.empty() ? "not built in" : there,
            missing.empty() ? "" : "for more install the packages " + missing + " and build again"};
}

std::vector<Finding> componentFindings(const std::vector<std::filesystem::path>& path) {
    const framework::Framework framework(path);
    std::vector<framework::RejectedLibrary> rejected;
    const std::vector<framework::ClassInfo> classes = framework.availableClasses(&rejected);
    const std::string folders = base::joined(
        path, ":", [](const auto& folder) { return folder.lexically_normal().string(); });
    std::vector<Finding> findings{mpiFinding(classes), formulaFinding(classes),
                                  tracerFinding(classes), solverFinding(classes)};
    findings.push_back({"languages", std::string("components in ") + GANTRY_LANGUAGES, ""});
    findings.push_back({"component path", folders, ""});
    findings.push_back({"components", std::to_string(classes.size()) + " classes can be loaded",
                        classes.empty() ? "build Gantry, or set GANTRY_COMPONENT_PATH" : ""});
    for (const framework::RejectedLibrary& library : rejected) {
        findings.push_back({"left out", library.library.filename().string() + ": " + library.reason,
                            "rebuild it, or take it off the component path"});
    }
    return findings;
}

// The command does not fail where something is missing: it always ends with status 0.
std::vector<Finding> allFindings(const std::vector<std::filesystem::path>& path) {
    std::vector<Finding> all;
    for (const auto& part : {machineFindings(), perf::metricFindings(), componentFindings(path)}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

constexpr std::size_t kSubjectWidth = 31;

void printText(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
        std::string subject = finding.subject;
        subject.resize(std::max<std::size_t>(subject.size() + 1, kSubjectWidth), ' ');
        std::cout << subject << finding.fact << '\n';
        if (!finding.remedy.empty()) {
            std::cout << std::string(kSubjectWidth, ' ') << "-> " << finding.remedy << '\n';
        }
    }
}

void printJson(const std::vector<Finding>& findings) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Finding& finding : findings) {
        list.push_back(
            {{"subject", finding.subject}, {"fact", finding.fact}, {"remedy", finding.remedy}});
    }
    std::cout << nlohmann::ordered_json{{"findings", list}}.dump(
                     2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
              << '\n';
}

int execute(const Words& words) {
    OptionParser parser(
        "gantry doctor [--json]",
        "Reports what this machine supports: clocks and counters with the cost of reading them, "
        "MPI, and components; and how to install what is missing.",
        {"gantry doctor", "gantry doctor --json"});
    parser.flag("json", "Print one JSON document.");
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::vector<Finding> findings = allFindings(componentPathValue(parser));
    parser.has("json") ? printJson(findings) : printText(findings);
    return kDone;
}

}  // namespace

Command doctorCommand() {
    return {"report what this machine supports and what is missing", {"gantry doctor"}, execute};
}

}  // namespace gantry::tools
