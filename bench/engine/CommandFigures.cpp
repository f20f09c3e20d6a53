#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "Figures.hpp"
#include "Samples.hpp"
#include "Scratch.hpp"

namespace gantry::bench {

namespace {

// Runs a program to its end; what it prints goes nowhere.
void run(const std::vector<std::string>& words) {
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
    if (::waitpid(child, &status, 0) != child || status != 0) {
        throw std::runtime_error(words[0] + " failed (wait status " + std::to_string(status) + ")");
    }
}

}  // namespace

std::vector<Figure> command(const Effort& effort) {
    const std::string gantry =
        std::filesystem::read_symlink("/proc/self/exe").replace_filename("gantry");
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

}  // namespace gantry::bench
