// How fast sidlc reads: a generated file against counting its lines, all our own files, and texts
// that it has to refuse.

#include <compiler/driver/Compilation.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "Harness.hpp"
#include "Samples.hpp"
#include "SidlSource.hpp"

extern char** environ;

namespace {

namespace fs = std::filesystem;
using gantry::bench::Case;

constexpr std::size_t kLines = 100'000;
constexpr std::size_t kGarbageBytes = 10'000'000;

struct Options {
    bool json = false;
    std::size_t batches = 21;
    std::uint64_t seed = 20030704;
};

// Medians over the rounds; a round runs every case once.
struct Row {
    std::string name;
    double wallMs = 0;
    double cpuMs = 0;   // of the program and its children, the system's part included
    double spread = 0;  // (90th - 10th percentile) / median, of cpuMs
    double ratio = 0;   // of cpuMs to that of the first case in the same round
};

double cpuMs() {
    double ms = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        for (const timeval& part : {usage.ru_utime, usage.ru_stime}) {
            ms += 1e3 * static_cast<double>(part.tv_sec) + 1e-3 * static_cast<double>(part.tv_usec);
        }
    }
    return ms;
}

// On a machine with other users only times of the processor can be compared, and only within a
// round.
std::vector<Row> measured(const std::vector<Case>& cases, std::size_t rounds) {
    struct Times {
        std::vector<double> wall, cpu, ratio;
    };
    std::vector<Times> times(cases.size());
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t at = 0; at < cases.size(); ++at) {
            const auto wall = std::chrono::steady_clock::now();
            const double cpu = cpuMs();
            cases[at].run(1);
            times[at].cpu.push_back(cpuMs() - cpu);
            times[at].wall.push_back(
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wall)
                    .count());
            times[at].ratio.push_back(times[at].cpu.back() / times[0].cpu.back());
        }
    }
    std::vector<Row> rows;
    for (std::size_t at = 0; at < cases.size(); ++at) {
        const double cpu = gantry::bench::quantileOf(times[at].cpu, 0.5);
        rows.push_back({cases[at].name, gantry::bench::quantileOf(times[at].wall, 0.5), cpu,
                        (gantry::bench::quantileOf(times[at].cpu, 0.9) -
                         gantry::bench::quantileOf(times[at].cpu, 0.1)) /
                            cpu,
                        gantry::bench::quantileOf(times[at].ratio, 0.5)});
    }
    return rows;
}

// A program run to its end with what it prints thrown away; its exit status.
int run(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    pid_t child = 0;
    const int failed =
        posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (failed != 0 || waitpid(child, &status, 0) != child) {
        throw std::runtime_error("cannot run " + words[0]);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A case that runs a program, which must end with this status.
Case programCase(std::string name, std::vector<std::string> words, int status) {
    return {std::move(name), "", [words = std::move(words), status](auto times) {
                for (std::size_t n = 0; n < times; ++n) {
                    if (run(words) != status) {
                        throw std::runtime_error(words[0] + " did not end with status " +
                                                 std::to_string(status));
                    }
                }
            }};
}

Case textCase(const std::string& name, std::string text, bool accepted) {
    return {name, "", [name, text = std::move(text), accepted](auto times) {
                for (std::size_t n = 0; n < times; ++n) {
                    sidlc::Diagnostics diagnostics;
                    const auto model = sidlc::compileText("bench.sidl", text, diagnostics);
                    if (diagnostics.hasErrors() == accepted) {
                        throw std::runtime_error(name + ": wrong verdict\n" + diagnostics.text());
                    }
                    gantry::bench::keep(model.get());
                }
            }};
}

std::vector<std::string> ourFiles() {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(GANTRY_SIDL_DIRECTORY)) {
        if (entry.path().extension() == ".sidl") {
            files.push_back(entry.path().string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<Case> allCases(const fs::path& folder, std::uint64_t seed) {
    const std::string text = gantry::bench::generatedSidl(kLines, seed);
    const std::string path = (folder / "generated.sidl").string();
    std::ofstream(path) << text;
    std::vector<std::string> emit = {GANTRY_SIDLC, "--emit", "cpp", "-o", folder / "emitted"};
    for (const std::string& file : ourFiles()) {
        emit.push_back(file);
    }
    std::vector<Case> cases;
    cases.push_back(programCase("wc -l", {"wc", "-l", path}, 0));
    cases.push_back(programCase("sidlc --check", {GANTRY_SIDLC, "--check", path}, 0));
    cases.push_back(textCase("parse and check", text, true));
    cases.push_back(
        textCase("parse and check, dense",
                 gantry::bench::generatedSidl(kLines, seed, gantry::bench::Density::Dense), true));
    cases.push_back(programCase("emit all our files", emit, 0));
    return cases;
}

// Lines a second of processor time, for the cases that read the generated file.
long linesPerSecond(const Row& row) {
    const bool isWhole = row.name == "sidlc --check" || row.name.rfind("parse and check", 0) == 0;
    return isWhole ? static_cast<long>(kLines / row.cpuMs * 1e3) : 0;
}

void print(const std::vector<Row>& rows, const Options& options) {
    if (options.json) {
        std::printf("{\"seed\":%llu,\"lines\":%zu,\"rows\":[",
                    static_cast<unsigned long long>(options.seed), kLines);
        for (std::size_t at = 0; at < rows.size(); ++at) {
            std::printf(
                "%s\n {\"name\":\"%s\",\"wall_ms\":%.3f,\"cpu_ms\":%.3f,\"spread\":%.3f,"
                "\"ratio\":%.3f,\"lines_per_second\":%ld}",
                at == 0 ? "" : ",", rows[at].name.c_str(), rows[at].wallMs, rows[at].cpuMs,
                rows[at].spread, rows[at].ratio, linesPerSecond(rows[at]));
        }
        std::printf("\n]}\n");
        return;
    }
    std::printf("seed %llu; %zu lines; garbage of %zu bytes each\n",
                static_cast<unsigned long long>(options.seed), kLines, kGarbageBytes);
    std::printf("%-44s %9s %9s %8s %8s %9s\n", "case", "wall ms", "CPU ms", "spread", "to wc -l",
                "lines/s");
    for (const Row& row : rows) {
        const long lines = linesPerSecond(row);
        std::printf("%-44s %9.2f %9.2f %7.1f%% %8.1f %9s\n", row.name.c_str(), row.wallMs,
                    row.cpuMs, 100 * row.spread, row.ratio,
                    lines == 0 ? "" : std::to_string(lines).c_str());
    }
}

Options parseOptions(int argc, char** argv) {
    Options options;
    for (int at = 1; at < argc; ++at) {
        const std::string word = argv[at];
        const bool hasNumber = at + 1 < argc && std::atoll(argv[at + 1]) > 0;
        if (word == "--json") {
            options.json = true;
        } else if (word == "--batches" && hasNumber) {
            options.batches = static_cast<std::size_t>(std::atoll(argv[++at]));
        } else if (word == "--seed" && hasNumber) {
            options.seed = static_cast<std::uint64_t>(std::atoll(argv[++at]));
        } else {
            throw std::invalid_argument("usage: bench-sidlc [--json] [--batches N] [--seed N]");
        }
    }
    return options;
}

// Each one alone, so that only one text is held at a time.
std::vector<Row> refusals(std::uint64_t seed) {
    std::vector<Row> rows;
    for (auto& garbage : gantry::bench::sidlGarbage(kGarbageBytes, seed)) {
        rows.push_back(
            measured({textCase("refuse: " + garbage.name, std::move(garbage.text), false)}, 3)
                .front());
    }
    return rows;
}

int runAll(const Options& options) {
    const fs::path folder = fs::temp_directory_path() / ("bench-sidlc-" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::vector<Row> rows;
    try {
        rows = measured(allCases(folder, options.seed), options.batches);
    } catch (...) {
        fs::remove_all(folder);
        throw;
    }
    fs::remove_all(folder);
    for (auto& row : refusals(options.seed)) {
        rows.push_back(std::move(row));
    }
    print(rows, options);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return runAll(parseOptions(argc, argv));
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench-sidlc: %s\n", error.what());
        return 1;
    }
}
