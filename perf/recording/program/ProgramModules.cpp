#include <base/text/Joined.hpp>
#include <base/text/Printable.hpp>
#include <perf/recording/LauncherRank.hpp>
#include <perf/recording/ModuleFacts.hpp>
#include <perf/recording/NeededLibraries.hpp>
#include <perf/recording/ProgramFile.hpp>
#include <perf/recording/ProgramModules.hpp>
#include <perf/recording/PythonProgram.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace gantry::perf {

namespace {

// Built for the MPI that CMake found, and for MPICH beside it.
constexpr const char* kMpi = "mpi";
constexpr const char* kMpich = "mpich";
constexpr const char* kUsual = "usual";
// For programs that the compiler has instrumented, by a symbol that only those need.
constexpr std::array<std::pair<const char*, const char*>, 2> kInstrumented{
    {{"functions", "__cyg_profile_func_enter"}, {"xray", "__start_xray_fn_idx"}}};
constexpr const char* kPython = "python";
constexpr const char* kMpiIfUsed = "mpi-if-used";

namespace fs = std::filesystem;

fs::path fileOf(const fs::path& folder, const std::string& module) {
    return folder / (module + ".so");
}

bool isLauncher(const std::string& program) {
    constexpr std::array<std::string_view, 7> kLaunchers{
        "mpirun", "mpiexec", "orterun", "prterun", "prun", "srun", "mpiexec.hydra"};
    std::string name = fs::path(program).filename().string();
    // Debian's names of one of several libraries: mpirun.openmpi.
    if (name.rfind("mpirun.", 0) == 0 || name.rfind("mpiexec.", 0) == 0) {
        return true;
    }
    return std::find(kLaunchers.begin(), kLaunchers.end(), name) != kLaunchers.end();
}

// The library of MPI that the file asks for; empty if there is none.
std::string mpiOf(const fs::path& file) {
    const std::vector<std::string> needed = neededLibraries(file);
    const auto found = std::find_if(needed.begin(), needed.end(), [](const std::string& name) {
        return name.rfind("libmpi", 0) == 0;
    });
    return found == needed.end() ? std::string() : *found;
}

bool usesMpi(const std::string& program) {
    return launcherRank() || isLauncher(program) || !mpiOf(programFile(program)).empty();
}

// By the program itself; else by the name of the launcher, without links: mpiexec.hydra is MPICH's.
bool usesMpich(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        if (const std::string library = mpiOf(programFile(word)); !library.empty()) {
            // libmpi.so.12 is the name that those have agreed on who have MPICH's handles.
            return library.rfind("libmpich", 0) == 0 || library == "libmpi.so.12";
        }
    }
    std::error_code error;
    const std::string launcher =
        fs::canonical(programFile(words.front()), error).filename().string();
    return launcher.find("mpich") != std::string::npos ||
           launcher.find("hydra") != std::string::npos;
}

fs::path mpiModuleFor(const fs::path& folder, const std::vector<std::string>& words) {
    const bool mpich = usesMpich(words) && fs::exists(fileOf(folder, kMpich));
    return fileOf(folder, mpich ? kMpich : kMpi);
}

}  // namespace

std::vector<std::string> moduleWords(const std::string& list) {
    std::vector<std::string> words;
    std::istringstream text(list);
    for (std::string word; std::getline(text, word, ',');) {
        words.push_back(word);
    }
    return words;
}

namespace {

std::string listOf(const std::vector<std::string>& names) {
    return names.empty() ? "none was built" : base::joined(names, ", ");
}

std::vector<std::string> namesOf(const fs::path& folder, const std::string& choice) {
    if (choice == "none") {
        return {};
    }
    std::vector<std::string> known = modulesIn(folder);
    if (choice == "all") {
        return known;
    }
    std::vector<std::string> names = moduleWords(choice);
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw std::invalid_argument("there is no module '" + base::printable(name) +
                                        "'; there are: " + listOf(known) +
                                        "; or give usual, mpi-if-used, all or none");
        }
    }
    return names;
}

}  // namespace

std::vector<std::string> modulesIn(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".so") {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

namespace {

// Those that say themselves whose programs they are for.
void addThoseFor(std::vector<std::string>& names, const fs::path& folder,
                 const std::vector<std::string>& libraries) {
    for (const std::string& module : modulesIn(folder)) {
        if (isForProgram(moduleFacts(fileOf(folder, module)), libraries)) {
            names.push_back(module);
        }
    }
}

// Runs the program that is among its words.
bool runsAnother(const std::string& program) {
    constexpr std::array<std::string_view, 9> kPrefixes{
        "env", "timeout", "nice", "nohup", "taskset", "numactl", "stdbuf", "time", "setsid"};
    return isLauncher(program) || std::find(kPrefixes.begin(), kPrefixes.end(),
                                            fs::path(program).filename()) != kPrefixes.end();
}

bool runsPython(const std::vector<std::string>& words) {
    const auto end = runsAnother(words.front()) ? words.end() : std::next(words.begin());
    return std::any_of(words.begin(), end,
                       [](const std::string& word) { return isPythonProgram(word); });
}

// What the words stand for that leave the choice to the program.
std::vector<std::string> forProgram(const fs::path& folder, const std::string& word,
                                    const std::vector<std::string>& program) {
    std::vector<std::string> names;
    if (usesMpi(program.front()) && fs::exists(mpiModuleFor(folder, program))) {
        names.emplace_back(kMpi);
    }
    for (const auto& [module, symbol] : kInstrumented) {
        if (word == kUsual && fs::exists(fileOf(folder, module)) &&
            usesSymbol(programFile(program.front()), symbol)) {
            names.emplace_back(module);
        }
    }
    if (word == kUsual) {
        addThoseFor(names, folder, librariesOf(program));
    }
    if (word == kUsual && fs::exists(fileOf(folder, kPython)) && runsPython(program)) {
        names.emplace_back(kPython);
    }
    for (const char* module : {"posix", "stdio"}) {
        if (word == kUsual && fs::exists(fileOf(folder, module))) {
            names.emplace_back(module);
        }
    }
    return names;
}

// The list without these words.
std::string plainList(const fs::path& folder, const std::string& choice,
                      const std::vector<std::string>& program) {
    std::string list;
    for (const std::string& word : moduleWords(choice)) {
        const bool leaves = word == kUsual || word == kMpiIfUsed;
        for (const std::string& name :
             leaves ? forProgram(folder, word, program) : std::vector{word}) {
            list += (list.empty() ? "" : ",") + name;
        }
    }
    return list.empty() ? "none" : list;
}

}  // namespace

std::vector<fs::path> chosenModules(const fs::path& folder,
                                    const std::optional<std::string>& choice,
                                    const std::vector<std::string>& program) {
    std::vector<fs::path> files;
    for (const std::string& name :
         namesOf(folder, plainList(folder, choice.value_or(kUsual), program))) {
        // They stand before the same functions: `mpi` is the one for the program's library.
        const bool forMpi = name == kMpi || name == kMpich;
        const fs::path file = forMpi ? mpiModuleFor(folder, program) : fileOf(folder, name);
        if (std::find(files.begin(), files.end(), file) == files.end()) {
            files.push_back(file);
        }
    }
    return files;
}

}  // namespace gantry::perf
