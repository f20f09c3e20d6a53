// How fast sidlc reads: a generated file against counting its lines, all our own files, and texts
// that it has to refuse.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "Compilation.hpp"
#include "Harness.hpp"
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
Case programCase(std::string name, std::string yardstick, std::vector<std::string> words,
                 int status) {
    return {std::move(name), std::move(yardstick), [words = std::move(words), status](auto times) {
                for (std::size_t n = 0; n < times; ++n) {
                    if (run(words) != status) {
                        throw std::runtime_error(words[0] + " did not end with status " +
                                                 std::to_string(status));
                    }
                }
            }};
}

Case textCase(std::string name, std::string yardstick, std::string text, bool accepted) {
    return {name, std::move(yardstick), [name, text = std::move(text), accepted](auto times) {
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
    cases.push_back(programCase("wc -l", "", {"wc", "-l", path}, 0));
    cases.push_back(programCase("sidlc --check", "wc -l", {GANTRY_SIDLC, "--check", path}, 0));
    cases.push_back(textCase("parse and check", "wc -l", text, true));
    cases.push_back(
        textCase("parse and check, dense", "wc -l",
                 gantry::bench::generatedSidl(kLines, seed, gantry::bench::Density::Dense), true));
    cases.push_back(programCase("emit all our files", "wc -l", emit, 0));
    return cases;
}

void print(const std::vector<gantry::bench::Row>& rows, const Options& options) {
    if (options.json) {
        std::printf("{\"seed\":%llu,\"lines\":%zu,\"rows\":[",
                    static_cast<unsigned long long>(options.seed), kLines);
        for (std::size_t at = 0; at < rows.size(); ++at) {
            std::printf("%s\n {\"name\":\"%s\",\"median_ms\":%.3f,\"spread\":%.3f,\"ratio\":%.3f}",
                        at == 0 ? "" : ",", rows[at].name.c_str(), rows[at].medianNs / 1e6,
                        rows[at].spread, rows[at].ratio);
        }
        std::printf("\n]}\n");
        return;
    }
    std::printf("seed %llu; %zu lines; garbage of %zu bytes each\n",
                static_cast<unsigned long long>(options.seed), kLines, kGarbageBytes);
    std::printf("%-36s %10s %8s %8s %14s\n", "case", "median ms", "spread", "to wc -l", "lines/s");
    for (const auto& row : rows) {
        const bool isWhole =
            row.name == "sidlc --check" || row.name.rfind("parse and check", 0) == 0;
        const std::string speed =
            isWhole ? std::to_string(static_cast<long>(kLines / row.medianNs * 1e9)) : "";
        std::printf("%-36s %10.2f %7.1f%% %8s %14s\n", row.name.c_str(), row.medianNs / 1e6,
                    100 * row.spread,
                    row.yardstick.empty() ? "-" : std::to_string(row.ratio).substr(0, 6).c_str(),
                    speed.c_str());
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

// Each one alone: only the time that one refusal takes counts here.
std::vector<gantry::bench::Row> refusals(std::uint64_t seed) {
    std::vector<gantry::bench::Row> rows;
    for (auto& garbage : gantry::bench::sidlGarbage(kGarbageBytes, seed)) {
        const std::vector<Case> one{
            textCase("refuse: " + garbage.name, "", std::move(garbage.text), false)};
        rows.push_back(gantry::bench::measure(one, 3).front());
    }
    return rows;
}

int runAll(const Options& options) {
    const fs::path folder = fs::temp_directory_path() / ("bench-sidlc-" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::vector<gantry::bench::Row> rows;
    try {
        rows = gantry::bench::measure(allCases(folder, options.seed), options.batches);
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
