#include "ModuleRows.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace gantry::bench {

namespace {

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The exit status; EXIT_FAILURE for a program that a signal ended.
int run(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int error =
        ::posix_spawn(&child, arguments.front(), nullptr, nullptr, arguments.data(), environ);
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), "cannot run " + words.front());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

}  // namespace

ModuleRows::ModuleRows(bool json, const char* added) : json_(json) {
    std::printf(json ? "{\"rows\": [" : "%-32s %9s %9s %6s %9s %5s\n", "operation", "bare",
                "measured", "ratio", added, "goal");
}

ModuleRows::~ModuleRows() {
    if (json_) {
        std::puts("]}");
    }
}

void ModuleRows::print(const ModuleRow& row) {
    const double bare = median(row.bareNs);
    const double measured = median(row.measuredNs);
    const double extra = median(row.extraNs);
    if (json_) {
        std::printf(
            "%s{\"name\": \"%s\", \"bare_ns\": %.1f, \"measured_ns\": %.1f, \"ratio\": %.3f, "
            "\"extra_ns\": %.1f, \"goal_ns\": %.0f}",
            isFirst_ ? "" : ", ", row.name, bare, measured, measured / bare, extra, row.goalNs);
    } else {
        std::printf("%-32s %6.1f ns %6.1f ns %6.2f %6.1f ns %5.0f\n", row.name, bare, measured,
                    measured / bare, extra, row.goalNs);
    }
    isFirst_ = false;
}

int runMeasured(const std::vector<std::string>& options, const std::vector<std::string>& launcher,
                const std::vector<std::string>& words) {
    try {
        const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
        std::string folder = std::filesystem::temp_directory_path() / "gantry-bench-XXXXXX";
        if (::mkdtemp(folder.data()) == nullptr) {
            throw std::system_error(errno, std::generic_category(), folder);
        }
        // The archive, and the traces beside it.
        std::vector<std::string> all{self.parent_path() / "gantry", "exec", "--quiet", "--output",
                                     folder + "/run.gantry"};
        all.insert(all.end(), options.begin(), options.end());
        all.emplace_back("--");
        all.insert(all.end(), launcher.begin(), launcher.end());
        all.push_back(self);
        all.insert(all.end(), words.begin(), words.end());
        const int status = run(all);
        std::filesystem::remove_all(folder);
        return status;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench: %s\n", error.what());
        return EXIT_FAILURE;
    }
}

}  // namespace gantry::bench
