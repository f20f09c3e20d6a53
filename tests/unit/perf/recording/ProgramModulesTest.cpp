#include <perf/recording/ProgramModules.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

using Names = std::vector<std::string>;

class ModuleFolder final {
public:
    ModuleFolder() {
        for (const char* const name : {"mpi.so", "io.so", "mpich.so", "README.md"}) {
            std::ofstream(folder_.path / name).close();
        }
    }

    [[nodiscard]] const std::filesystem::path& path() const { return folder_.path; }
    // The names of what is chosen for a program without MPI.
    [[nodiscard]] Names chosen(const std::optional<std::string>& choice) const {
        Names names;
        for (const auto& file : chosenModules(folder_.path, choice, {"/bin/true"})) {
            names.push_back(file.filename().string());
        }
        return names;
    }

private:
    TestFolder folder_;
};

}  // namespace

TEST_SUITE_BEGIN("perf.recording.ProgramModules");

TEST_CASE("the modules are the shared objects of the folder, sorted") {
    CHECK(modulesIn(ModuleFolder().path()) == Names{"io", "mpi", "mpich"});
    CHECK(modulesIn("/nonexistent").empty());
}

TEST_CASE("a program without MPI gets the modules for files unasked, as far as they were built") {
    const ModuleFolder folder;
    CHECK(folder.chosen(std::nullopt).empty());
    std::ofstream(folder.path() / "stdio.so").close();
    CHECK(folder.chosen(std::nullopt) == Names{"stdio.so"});
    std::ofstream(folder.path() / "posix.so").close();
    CHECK(folder.chosen("usual") == Names{"posix.so", "stdio.so"});
    CHECK(folder.chosen("mpi-if-used").empty());
    CHECK(folder.chosen("none").empty());
}

TEST_CASE("a program in Python gets the module that names its functions, also below a launcher") {
    const ModuleFolder folder;
    std::ofstream(folder.path() / "python.so").close();
    const auto chosen = [&](const std::vector<std::string>& words) {
        const auto files = chosenModules(folder.path(), "usual", words);
        return std::find(files.begin(), files.end(), folder.path() / "python.so") != files.end();
    };
    CHECK(chosen({"python3", "solve.py"}));
    CHECK(chosen({"mpirun", "-n", "2", "python3.11", "solve.py"}));
    CHECK(chosen({"/usr/bin/env", "A=B", "python3", "solve.py"}));
    CHECK_FALSE(chosen({"/bin/cat", "python3"}));
    CHECK(chosenModules(folder.path(), "mpi-if-used", {"python3"}).empty());
}

TEST_CASE("modules are chosen by name, all with one for MPI") {
    CHECK(ModuleFolder().chosen("io") == Names{"io.so"});
    CHECK(ModuleFolder().chosen("all") == Names{"io.so", "mpi.so"});
}

TEST_CASE("the launcher of MPICH gets the module for MPICH") {
    const ModuleFolder folder;
    const TestFolder programs;
    const std::filesystem::path launcher = programs.path / "mpiexec.hydra";
    std::ofstream(launcher).close();

    CHECK(chosenModules(folder.path(), std::nullopt, {launcher.string()}) ==
          std::vector{folder.path() / "mpich.so"});
}

TEST_CASE("an unknown name is refused with the known ones") {
    CHECK_THROWS_WITH_AS(static_cast<void>(ModuleFolder().chosen("io,oi")),
                         "there is no module 'oi'; there are: io, mpi, mpich; or give usual, "
                         "mpi-if-used, all or none",
                         std::invalid_argument);
}

TEST_SUITE_END();
