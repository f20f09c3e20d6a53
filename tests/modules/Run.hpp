#pragma once

#include <base/files/TemporaryFolder.hpp>
#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/wait.h>

namespace gantry::modules {

namespace fs = std::filesystem;

// What is run, and the words behind it.
struct Program {
    std::string file;
    std::string words;
};

// One measured run of a program in a folder of its own.
class Run final {
public:
    explicit Run(const Program& program, const std::string& settings = {},
                 const std::string& options = "--modules posix") {
        const std::string command =
            "cd '" + folder_.string() + "' && mkdir -m 700 segments && echo 1234567 > in && " +
            settings + " '" GANTRY_PROGRAM_DIRECTORY "/gantry' exec --quiet " +
            "--segment segments --output r.gantry " + options + " -- '" + program.file + "' " +
            program.words + " < in > out 2> messages";
        const int status = std::system(command.c_str());
        status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    [[nodiscard]] int status() const { return status_; }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_ / name).string();
    }
    // How often strace sees each system call that names the file, in the order of a new run; empty
    // where there is no strace.
    [[nodiscard]] std::map<std::string, std::int64_t> traced(const Program& program,
                                                             const std::string& file) const {
        const std::string command = "cd '" + folder_.string() +
                                    "' && rm -f a && strace -y -o calls '" + program.file + "' " +
                                    program.words + " > printed 2>&1";
        std::map<std::string, std::int64_t> calls;
        if (std::system(command.c_str()) != 0) {
            return calls;
        }
        std::ifstream lines(folder_ / "calls");
        for (std::string line; std::getline(lines, line);) {
            if (line.find('<' + file + '>') != std::string::npos) {
                ++calls[line.substr(0, line.find('('))];
            }
        }
        return calls;
    }
    // What gantry says about the run, errors as well.
    [[nodiscard]] std::string print(const std::string& words) const {
        const std::string command = "cd '" + folder_.string() +
                                    "' && '" GANTRY_PROGRAM_DIRECTORY "/gantry' " + words +
                                    " > printed 2>&1";
        (void)std::system(command.c_str());
        std::ifstream file(folder_ / "printed");
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    [[nodiscard]] gantry::perf::Profile profile() const {
        return gantry::perf::readArchive(folder_ / "r.gantry");
    }

private:
    base::TemporaryFolder temporary_{"gantry-modules"};
    fs::path folder_ = fs::canonical(temporary_.path());
    int status_ = -1;
};

inline const gantry::perf::ModuleRecords& moduleIn(const gantry::perf::Profile& profile,
                                                   const std::string& name) {
    for (const auto& module : profile.modules) {
        if (module.name == name) {
            return module;
        }
    }
    FAIL("no module " << name);
    std::abort();
}

inline std::int64_t valueIn(const gantry::perf::ModuleRecords& module, const std::string& file,
                            const char* field) {
    const auto place = gantry::perf::fieldOf(module, field);
    REQUIRE(place);
    for (const auto& record : module.records) {
        if (record.name == file) {
            return record.values[*place];
        }
    }
    return -1;
}

inline std::uint64_t callsOf(const gantry::perf::Profile& profile, const std::string& timer) {
    std::uint64_t calls = 0;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            calls += profile.timers[node.timer].name == timer ? node.calls : 0;
        }
    }
    return calls;
}

}  // namespace gantry::modules
