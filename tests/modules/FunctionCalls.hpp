#pragma once

#include <base/files/TemporaryFolder.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "CallPathText.hpp"
#include "Run.hpp"

// What holds for every module that learns of the calls of functions, with known_functions.c as its
// compiler instruments it.
namespace gantry::modules {

struct InstrumentedProgram {
    std::string file;
    std::string module;

    [[nodiscard]] Program with(const std::string& words) const { return {file, words}; }
    // options: further ones of `gantry exec`.
    [[nodiscard]] Run run(const std::string& words, const std::string& options = {}) const {
        return Run(with(words), "", "--modules " + module + ' ' + options);
    }
};

inline std::string pathsOf(const gantry::perf::Profile& profile) {
    const std::vector<std::string> lines = pathLines(profile, "functions");
    return std::accumulate(lines.begin(), lines.end(), std::string());
}

// A selection with these rules, to the end of the scope.
class SelectionFile final {
public:
    explicit SelectionFile(const std::string& rules,
                           const std::string& head = "gantry-selection 1\n") {
        std::ofstream(path()) << head << rules;
    }
    [[nodiscard]] std::string option() const { return "--select '" + path() + "'"; }

private:
    [[nodiscard]] std::string path() const { return (folder_.path() / "some.selection").string(); }

    gantry::base::TemporaryFolder folder_{"gantry-selection"};
};

// Without a word of the user the module is chosen.
inline void checkCallsAreKnown(const InstrumentedProgram& program) {
    const Run run(program.with("calls"), "", "");
    REQUIRE(run.status() == 0);
    CHECK(pathsOf(run.profile()) ==
          "main > main 1\nmain > main > middle 10\nmain > main > middle > leaf 1000\n"
          "main > main > leaf 5\n");
    CHECK(run.profile().misuse.empty());
}

inline void checkJumpsEndCalls(const InstrumentedProgram& program) {
    const Run run = program.run("jumps");
    REQUIRE(run.status() == 0);
    CHECK(pathsOf(run.profile()) ==
          "main > main 1\nmain > main > above_jumper 100\n"
          "main > main > above_jumper > jumper 100\nmain > main > leaf 1\n");
    CHECK(run.profile().misuse.empty());
}

inline void checkThreadsHaveTheirCalls(const InstrumentedProgram& program) {
    const Run run = program.run("threads");
    REQUIRE(run.status() == 0);
    CHECK(callsOf(run.profile(), "leaf") == 2000);
    CHECK(pathsOf(run.profile()).find("thread > in_thread > middle > leaf 500") !=
          std::string::npos);
}

// So many calls that they last longer than the tenth of a second after which rates are looked at.
inline void checkThrottling(const InstrumentedProgram& program) {
    const Run run = program.run("many 50000000", "--throttle 100000:10us");
    REQUIRE(run.status() == 0);
    const gantry::perf::Profile profile = run.profile();
    for (const auto& timer : profile.timers) {
        // Samples of call stacks have a timer of that name as well.
        CHECK((timer.name == "leaf" && timer.group == "functions") == timer.throttled);
    }
    CHECK(callsOf(profile, "leaf") >= 100000);
    CHECK(callsOf(profile, "leaf") < 50000000);
    CHECK(callsOf(profile, "middle") == 1);
}

// Without its symbols, in a folder of its own.
class StrippedProgram final {
public:
    explicit StrippedProgram(const std::string& file) {
        REQUIRE(std::system(("strip -o '" + path() + "' '" + file + "'").c_str()) == 0);
    }
    [[nodiscard]] std::string path() const { return (folder_.path() / "stripped").string(); }

private:
    gantry::base::TemporaryFolder folder_{"gantry-stripped"};
};

}  // namespace gantry::modules
