#include "script/dotProgram.hpp"

#include <gantry/Error.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace gantry::framework::script {
namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw Error(gov::cca::CCAExceptionType::Nonstandard,
                "the graph cannot be drawn: " + why +
                    "; install Graphviz (package graphviz), or write a file that ends in .dot");
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Files without a name: the program may read and write at its own pace.
File scratch() {
    File file(std::tmpfile(), &std::fclose);
    if (!file) {
        refuse(std::string("no temporary file can be created (") +
               std::generic_category().message(errno) + ")");
    }
    return file;
}

int run(std::FILE* input, std::FILE* output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
    std::string name = "dot";
    std::string format = "-Tsvg";
    std::array<char*, 3> words{name.data(), format.data(), nullptr};
    pid_t child = 0;
    // Not fork: the process has threads, of measurement and of components. No shell reads the
    // words.
    const int error = posix_spawnp(&child, "dot", &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        refuse(std::string("the program dot cannot be run (") +
               std::generic_category().message(error) + ")");
    }
    int status = 0;
    while (waitpid(child, &status, 0) == -1 && errno == EINTR) {
    }
    return status;
}

}  // namespace

std::string svgOf(const std::string& dot) {
    const File input = scratch();
    const File output = scratch();
    std::fwrite(dot.data(), 1, dot.size(), input.get());
    // Also writes what is buffered, and sets the offset that the child inherits with the
    // descriptor.
    std::rewind(input.get());
    if (run(input.get(), output.get()) != 0) {
        refuse("the program dot failed");
    }
    std::rewind(output.get());
    std::string svg;
    std::array<char, 4096> part{};
    for (std::size_t size = 0;
         (size = std::fread(part.data(), 1, part.size(), output.get())) > 0;) {
        svg.append(part.data(), size);
    }
    return svg;
}

}  // namespace gantry::framework::script
