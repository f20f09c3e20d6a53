#include "Child.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace gantry::scaffold {

namespace {

// A file without a name takes any amount of text, and nobody has to read two pipes at once.
class Capture final {
public:
    Capture() : file_(std::tmpfile(), &std::fclose) {
        if (!file_) {
            throw std::runtime_error(std::string("no temporary file can be made: ") +
                                     std::generic_category().message(errno));
        }
    }
    [[nodiscard]] int descriptor() const { return fileno(file_.get()); }
    [[nodiscard]] std::string text() const {
        std::rewind(file_.get());
        std::string text;
        char part[4096];
        for (std::size_t size = 0; (size = std::fread(part, 1, sizeof part, file_.get())) > 0;) {
            text.append(part, size);
        }
        return text;
    }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

class FileActions final {
public:
    FileActions() { posix_spawn_file_actions_init(&actions_); }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    [[nodiscard]] posix_spawn_file_actions_t* get() { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

}  // namespace

ChildResult runChild(const std::vector<std::string>& words) {
    const Capture output;
    const Capture messages;
    FileActions actions;
    posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(actions.get(), output.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(actions.get(), messages.descriptor(), STDERR_FILENO);
    // posix_spawn takes arguments that are not const, though it does not change them.
    std::vector<std::string> copies = words;
    std::vector<char*> arguments;
    arguments.reserve(copies.size() + 1);
    for (std::string& word : copies) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int error =
        posix_spawn(&child, arguments[0], actions.get(), nullptr, arguments.data(), environ);
    if (error != 0) {
        throw std::runtime_error(words.front() +
                                 " cannot be run: " + std::generic_category().message(error));
    }
    int status = 0;
    while (waitpid(child, &status, 0) == -1 && errno == EINTR) {
    }
    // The status as a shell would report it: 128 and the signal for a child that was killed.
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), output.text(),
            messages.text()};
}

}  // namespace gantry::scaffold
