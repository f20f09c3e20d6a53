#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gantry::perf {

/// What a module says about itself in the text file beside its shared object, NAME.txt: the
/// description, then lines of a word and a value.
///
///     Kokkos: kernels, regions, ...
///     title Kokkos
///     for libkokkoscore.so*
///     sets KOKKOS_TOOLS_LIBS
///     yields KOKKOS_PROFILE_LIBRARY
struct ModuleFacts {
    std::string description;
    std::string title;                  ///< in one or two words; empty: its name
    std::vector<std::string> measures;  ///< for: patterns of the libraries whose programs it is for
    std::vector<std::string> sets;      ///< variables that name the module in the program
    std::vector<std::string>
        yields;  ///< further ones: with one of both kinds the user names a tool
    /// runtime: programs that need a library of the first pattern announce only if the second, a
    /// library by its file name, is loaded in its place.
    std::string silentRuntime;
    std::string runtime;
};

/// Those of the module with that shared object. All empty where there is no text; lines of other
/// words are left out.
ModuleFacts moduleFacts(const std::filesystem::path& module);

/// The libraries that programs among the words of a command need directly, such as a program behind
/// its launcher. Opens only executable regular files.
std::vector<std::string> librariesOf(const std::vector<std::string>& command);

/// Whether the module is for one of these libraries.
bool isForProgram(const ModuleFacts& facts, const std::vector<std::string>& libraries);

/// How modules are put into a program.
struct ModuleLoading {
    std::vector<std::filesystem::path> libraries;    ///< to be loaded beforehand, in this order
    std::vector<std::string> names;                  ///< of the modules among them
    std::vector<std::string> titles;                 ///< of those, in the same order
    std::map<std::string, std::string> environment;  ///< to be set
    std::vector<std::string> messages;               ///< what is otherwise than asked for, and why
};

/// The modules for that command. One whose interface a tool of the user's has already, by an
/// environment variable of this process or an argument of the program, is left out; so is one whose
/// variable another module sets: the last one of those asked for, else the first one, is kept.
/// asked: the names that the user gave; only for those a runtime is replaced.
ModuleLoading loadingOf(const std::vector<std::filesystem::path>& modules,
                        const std::vector<std::string>& asked,
                        const std::vector<std::string>& command);

}  // namespace gantry::perf
