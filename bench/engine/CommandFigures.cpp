#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include "Figures.hpp"
#include "Samples.hpp"
#include "Scratch.hpp"

namespace gantry::bench {

namespace {

// Runs a program to its end; what it prints goes nowhere. Returns its processor time in ms.
double run(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int code =
        ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    int status = -1;
    if (code != 0) {
        throw std::system_error(code, std::generic_category(), words[0]);
    }
    rusage use{};
    if (::wait4(child, &status, 0, &use) != child || status != 0) {
        throw std::runtime_error(words[0] + " failed (wait status " + std::to_string(status) + ")");
    }
    const auto milliseconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
    };
    return milliseconds(use.ru_utime) + milliseconds(use.ru_stime);
}

std::string gantryProgram() {
    return std::filesystem::read_symlink("/proc/self/exe").replace_filename("gantry");
}

// A function whose integral Midpoint computes, as often evaluated as takes a good tenth of a
// second without measurement.
struct Integrand {
    const char* name;
    const char* component;
    const char* expression;  ///< its parameter; empty where it has none
    std::size_t evaluations;
};

void writeScript(const std::filesystem::path& file, const Integrand& integrand) {
    std::ofstream script(file);
    script << "instantiate " << integrand.component << " f\n";
    if (integrand.expression[0] != '\0') {
        script << "parameters f configuration expression set " << integrand.expression << '\n';
    }
    script << "instantiate integrators.Midpoint midpoint\n"
              "instantiate drivers.CXXDriver driver\n"
              "parameters driver configuration count set "
           << integrand.evaluations
           << "\nconnect driver integrate midpoint integrate\n"
              "connect midpoint function f function\n"
              "go driver go\nquit\n";
}

// The calls of a component without measurement, and the same script with `gantry run` as it is.
std::vector<Figure> slowedBy(const Integrand& integrand, const Effort& effort, double most) {
    const Scratch scratch;
    const std::string script = scratch.folder() / "integrate.rc";
    writeScript(script, integrand);
    std::vector<double> bare;
    std::vector<double> measured;
    for (std::size_t i = 0; i < effort.of(15, 1); ++i) {
        bare.push_back(run({gantryProgram(), "run", "--perf", "none", script}));
        measured.push_back(run({gantryProgram(), "run", "--no-archive", script}));
    }
    const double unmeasured = quantileOf(bare, 0.5);
    const std::string name = std::string("gantry run, ") + integrand.name;
    return {{name + ": unmeasured time per call",
             unmeasured * 1e6 / static_cast<double>(integrand.evaluations), "ns"},
            {name + ": run time relative to unmeasured", quantileOf(measured, 0.5) / unmeasured,
             "x", most}};
}

}  // namespace

std::vector<Figure> command(const Effort& effort) {
    const std::string gantry = gantryProgram();
    const Scratch scratch;
    const std::string script = scratch.folder() / "quit.rc";
    std::ofstream(script) << "quit\n";
    std::vector<double> bare;
    std::vector<double> runs;
    for (std::size_t i = 0; i < effort.of(100, 2); ++i) {
        bare.push_back(millisecondsOf([] { run({"/bin/true"}); }));
        runs.push_back(millisecondsOf([&] { run({gantry, "run", "--no-archive", script}); }));
    }
    return {{"gantry run of a script that quits, p50", quantileOf(runs, 0.5), "ms"},
            {"/bin/true, p50", quantileOf(bare, 0.5), "ms"}};
}

std::vector<Figure> measuredRuns(const Effort& effort) {
    constexpr double kMost = 1.1;
    const char* const longExpression =
        "exp(-x^2)*sin(3*x)+cos(x)*exp(x)+log(1+x)*sqrt(1+x^2)+exp(-x)*sin(x)^2+cos(2*x)^2+"
        "exp(sin(x))+sqrt(2+cos(x))";
    const std::vector<std::pair<Integrand, double>> integrands{
        {{"calls of the shortest function", "functions.PiFunction", "", 40'000'000},
         Figure::kNoGoal},
        {{"calls of exp(-x^2)", "functions.ExpressionFunction", "exp(-x^2)", 5'000'000},
         Figure::kNoGoal},
        {{"long calls", "functions.ExpressionFunction", longExpression, 1'000'000}, kMost}};
    std::vector<Figure> figures;
    for (const auto& [integrand, most] : integrands) {
        const std::vector<Figure> some = slowedBy(integrand, effort, most);
        figures.insert(figures.end(), some.begin(), some.end());
    }
    return figures;
}

}  // namespace gantry::bench
