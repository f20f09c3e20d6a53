#include <framework/Framework.hpp>
#include <gantry/CsrOperator.hpp>
#include <gantry/IsolatedCall.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <linear/LinearSolver.hpp>
#include <linear/Operator.hpp>
#include <linear/OperatorSource.hpp>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/Comparison.hpp"
#include "solvers/Learning.hpp"
#include "solvers/Setups.hpp"

namespace {

using namespace gantry::bench;
using gantry::framework::Framework;
constexpr const char* kUsage =
    "usage: bench-solvers [--json] [--markdown FILE] [--limit SECONDS] [--tolerance T] [--small]\n"
    "                     [FILE...]\n"
    "       bench-solvers --learn FILE [--rows N]\n"
    "Solves generated systems, or those of matrix files, with every solver that is built, and "
    "reports\n"
    "milliseconds of setting up and solving (processor time), each solver against the best of each "
    "system, and "
    "which\n"
    "few solvers together lose least. F: failed, N: not converged, A: ended at the limit (3 "
    "seconds),\n"
    "C: crashed, -: not meant for such systems. --small: three small systems, to see that it "
    "runs.\n"
    "--learn: writes the default cost model of gates.LinearGate, from generated systems of up to "
    "N\n"
    "rows (33000).\n";

// Of this process, since other programs run beside it.
double processorMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

struct Options {
    bool help = false;
    bool json = false;
    bool small = false;
    std::string markdown;
    std::string learn;
    double rows = 33000;
    double limit = 3;
    double tolerance = 1e-8;
    std::vector<std::string> files;
};

double positive(const std::string& option, const std::string& text) {
    std::size_t used = 0;
    double value = 0;
    try {
        value = std::stod(text, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    if (used != text.size() || !(value > 0)) {
        throw std::runtime_error(option + " '" + text + "' must be a number above 0");
    }
    return value;
}

Options parse(int argc, char** argv) {
    Options options;
    const std::vector<std::string> words(argv + 1, argv + argc);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto value = [&] {
            if (i + 1 == words.size()) {
                throw std::runtime_error(words[i] + " needs a value");
            }
            return words[++i];
        };
        const std::string& word = words[i];
        if (word == "--help") {
            options.help = true;
        } else if (word == "--json") {
            options.json = true;
        } else if (word == "--small") {
            options.small = true;
        } else if (word == "--markdown") {
            options.markdown = value();
        } else if (word == "--learn") {
            options.learn = value();
        } else if (word == "--rows") {
            options.rows = positive("--rows", value());
        } else if (word == "--limit") {
            options.limit = positive("--limit", value());
        } else if (word == "--tolerance") {
            options.tolerance = positive("--tolerance", value());
        } else if (word.starts_with("--")) {
            throw std::runtime_error("unknown option " + word);
        } else {
            options.files.push_back(word);
        }
    }
    return options;
}

void create(Framework& framework, const Setup& setup, const std::string& instance) {
    framework.createInstance(setup.className, instance);
    const auto port = gantry::castPort<gov::cca::ports::ParameterPort>(
        framework.providedPort(instance, "configuration"), "configuration");
    const auto values = port->readConfigurationMap();
    for (const auto& [key, value] : setup.settings) {
        switch (values->typeOf(key)) {
            case gov::cca::Type::Int:
                values->putInt(key, std::stoi(value));
                break;
            case gov::cca::Type::Double:
                values->putDouble(key, std::stod(value));
                break;
            default:
                values->putString(key, value);
        }
    }
    port->writeConfigurationMap(values);
}

template <class Port>
std::shared_ptr<Port> portOf(Framework& framework, const std::string& instance,
                             const std::string& name) {
    return gantry::castPort<Port>(framework.providedPort(instance, name), name);
}

Solve solveOnce(linear::LinearSolver& solver, const std::shared_ptr<linear::Operator>& matrix,
                const std::vector<double>& right, const Options& options) {
    std::vector<double> b = right;
    std::vector<double> x(b.size(), 0.0);
    const int n = static_cast<int>(b.size());
    solver.forget();
    const double begin = processorMilliseconds();
    const linear::Outcome outcome = solver.solve(matrix, {b.data(), {n}}, {x.data(), {n}}, n,
                                                 {options.tolerance, 0, options.limit});
    const double milliseconds = processorMilliseconds() - begin;
    switch (outcome.status) {
        case linear::Status::Converged:
            return {milliseconds, outcome.residual, ""};
        case linear::Status::NotConverged:
            return {0, 0, "N"};
        case linear::Status::Aborted:
            return {0, 0, "A"};
        default:
            return {0, 0, outcome.reason.find("not symmetric") == std::string::npos ? "F" : "-"};
    }
}

// The first solve of all may load libraries.
void warmUp(linear::LinearSolver& solver, const Options& options) {
    const auto one = std::make_shared<gantry::CsrOperator>(
        1, std::vector<std::int32_t>{0, 1}, std::vector<std::int32_t>{0}, std::vector<double>{1});
    solveOnce(solver, one, {1}, options);
}

// The best of three, but of slow solves the first.
Solve measure(linear::LinearSolver& solver, const std::shared_ptr<linear::Operator>& matrix,
              const std::vector<double>& right, const Options& options) {
    constexpr double kSlow = 50;
    Solve best = solveOnce(solver, matrix, right, options);
    for (int i = 0; i < 2 && best.mark.empty() && best.milliseconds < kSlow; ++i) {
        const Solve next = solveOnce(solver, matrix, right, options);
        if (next.mark.empty() && next.milliseconds < best.milliseconds) {
            best = next;
        }
    }
    return best;
}

// In a process of its own: a factorisation cannot be ended otherwise, and what crashes is reported.
Solve measureIsolated(linear::LinearSolver& solver, const std::shared_ptr<linear::Operator>& matrix,
                      const std::vector<double>& right, const Options& options) {
    const auto call = [&] {
        warmUp(solver, options);
        const Solve solve = measure(solver, matrix, right, options);
        std::ostringstream text;
        text << std::hexfloat << solve.milliseconds << ' ' << solve.residual << ' ' << solve.mark;
        return text.str();
    };
    // Twice as long, since another process may have its turn.
    const auto outcome = gantry::callIsolated(call, {.seconds = 2 * options.limit});
    using End = gantry::IsolatedOutcome::End;
    if (outcome.end != End::Returned) {
        return {0, 0, outcome.end == End::TimedOut ? "A" : outcome.end == End::Threw ? "F" : "C"};
    }
    std::istringstream text(outcome.result);
    std::string milliseconds;
    std::string residual;
    Solve solve;
    text >> milliseconds >> residual >> solve.mark;
    solve.milliseconds = std::strtod(milliseconds.c_str(), nullptr);
    solve.residual = std::strtod(residual.c_str(), nullptr);
    return solve;
}

std::vector<Setup> chosenSystems(const Options& options) {
    if (options.files.empty()) {
        return systems(options.small);
    }
    std::vector<Setup> chosen;
    for (const std::string& file : options.files) {
        chosen.push_back({file, "matrices.File", {{"file", file}}});
    }
    return chosen;
}

Comparison compare(const Options& options) {
    Framework framework({GANTRY_COMPONENT_DIRECTORY});
    std::vector<std::string> names;
    for (const Setup& setup : solvers()) {
        const auto classes = framework.availableClasses();
        if (std::any_of(classes.begin(), classes.end(),
                        [&](const auto& known) { return known.name == setup.className; })) {
            create(framework, setup, "solver" + std::to_string(names.size()));
            names.push_back(setup.name);
        }
    }
    Comparison comparison(names, options.limit);
    for (const Setup& system : chosenSystems(options)) {
        create(framework, system, "source");
        const auto source = portOf<linear::OperatorSource>(framework, "source", "system");
        const auto matrix = source->getOperator();
        const std::vector<double> right = source->getRightSide().toVector();
        std::vector<Solve> solves;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto solver =
                portOf<linear::LinearSolver>(framework, "solver" + std::to_string(i), "solver");
            solves.push_back(measureIsolated(*solver, matrix, right, options));
        }
        comparison.add(system.name, std::move(solves));
        framework.destroyInstance("source");
        std::cerr << system.name << " done\n";
    }
    return comparison;
}

void run(const Options& options) {
    const Comparison comparison = compare(options);
    std::cout << (options.json ? comparison.json() : comparison.markdown());
    if (!options.markdown.empty()) {
        std::ofstream file(options.markdown);
        file << comparison.markdown();
        file.close();
        if (!file) {
            throw std::runtime_error("cannot write " + options.markdown);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = parse(argc, argv);
        if (options.help) {
            std::cout << kUsage;
            return 0;
        }
        if (options.learn.empty()) {
            run(options);
        } else {
            learn(options.learn, static_cast<int>(options.rows));
        }
    } catch (const std::exception& error) {
        std::cerr << "bench-solvers: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
