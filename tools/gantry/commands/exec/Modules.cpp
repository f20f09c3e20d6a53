#include "Modules.hpp"

#include <base/text/Printable.hpp>
#include <perf/recording/LauncherRank.hpp>
#include <perf/recording/NeededLibraries.hpp>
#include <perf/recording/ProgramFile.hpp>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "OptionParser.hpp"
#include "ProgramFolder.hpp"

namespace gantry::tools {

namespace {

constexpr const char* kMpi = "mpi";

std::filesystem::path folder() {
    return (programFolder() / ".." / "lib" / "gantry" / "modules").lexically_normal();
}

std::filesystem::path fileOf(const std::string& module) {
    return folder() / (module + ".so");
}

bool isLauncher(const std::string& program) {
    constexpr std::array<std::string_view, 7> kLaunchers{
        "mpirun", "mpiexec", "orterun", "prterun", "prun", "srun", "mpiexec.hydra"};
    std::string name = std::filesystem::path(program).filename().string();
    // Debian's names of one of several libraries: mpirun.openmpi.
    if (name.rfind("mpirun.", 0) == 0 || name.rfind("mpiexec.", 0) == 0) {
        return true;
    }
    return std::find(kLaunchers.begin(), kLaunchers.end(), name) != kLaunchers.end();
}

bool usesMpi(const std::string& program) {
    if (perf::launcherRank() || isLauncher(program)) {
        return true;
    }
    const std::vector<std::string> needed = perf::neededLibraries(perf::programFile(program));
    return std::any_of(needed.begin(), needed.end(),
                       [](const std::string& name) { return name.rfind("libmpi", 0) == 0; });
}

std::vector<std::string> wordsOf(const std::string& list) {
    std::vector<std::string> words;
    std::istringstream text(list);
    for (std::string word; std::getline(text, word, ',');) {
        words.push_back(word);
    }
    return words;
}

std::string listOf(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text.empty() ? "none was built" : text;
}

std::vector<std::string> namesOf(const std::string& choice) {
    if (choice == "none") {
        return {};
    }
    const std::vector<std::string> known = modules();
    if (choice == "all") {
        return known;
    }
    std::vector<std::string> names = wordsOf(choice);
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw UsageError("--modules: there is no module '" + base::printable(name) +
                             "'; there are: " + listOf(known) + "; or give all or none");
        }
    }
    return names;
}

}  // namespace

std::vector<std::string> modules() {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder(), error)) {
        if (entry.path().extension() == ".so") {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::filesystem::path> chosenModules(const std::optional<std::string>& choice,
                                                 const std::string& program) {
    std::vector<std::filesystem::path> files;
    if (choice) {
        for (const std::string& name : namesOf(*choice)) {
            files.push_back(fileOf(name));
        }
    } else if (usesMpi(program) && std::filesystem::exists(fileOf(kMpi))) {
        files.push_back(fileOf(kMpi));
    }
    return files;
}

}  // namespace gantry::tools
