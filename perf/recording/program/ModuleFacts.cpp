#include <base/text/GlobPattern.hpp>
#include <perf/recording/ModuleFacts.hpp>
#include <perf/recording/NeededLibraries.hpp>
#include <perf/recording/ProgramFile.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

bool has(const std::vector<std::string>& libraries, const std::vector<std::string>& patterns) {
    return std::any_of(libraries.begin(), libraries.end(), [&](const std::string& library) {
        return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
            return base::matchesPattern(pattern, library);
        });
    });
}

// Not a pipe, whose data would be gone, nor what is read for another reason.
bool isProgram(const fs::path& file) {
    std::error_code error;
    return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

std::string valueOf(const std::string& variable) {
    const char* const value = std::getenv(variable.c_str());
    return value != nullptr ? value : "";
}

// "VARIABLE names a tool of yours, TOOL"; empty if the user has named none. A `gantry exec` inside
// another one finds the module itself in the variable.
std::string toolOfUser(const ModuleFacts& facts, const fs::path& module,
                       const std::vector<std::string>& command) {
    for (const auto* variables : {&facts.sets, &facts.yields}) {
        for (const std::string& variable : *variables) {
            const std::string value = valueOf(variable);
            if (!value.empty() && value != module.string()) {
                return variable + " names a tool of yours, " + value;
            }
        }
    }
    for (const std::string& word : command) {
        for (const std::string& argument : facts.yields) {
            if (argument.starts_with('-') && word.starts_with(argument)) {
                return "the program's argument " + word + " names a tool of yours";
            }
        }
    }
    return {};
}

std::vector<fs::path> libraryFolders() {
    std::vector<fs::path> folders;
    std::istringstream words(valueOf("LD_LIBRARY_PATH"));
    for (std::string word; std::getline(words, word, ':');) {
        if (!word.empty()) {
            folders.emplace_back(word);
        }
    }
    for (const char* const folder :
         {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"}) {
        folders.emplace_back(folder);
    }
    return folders;
}

// Where the loader would find it; empty if it would not.
fs::path libraryFile(const std::string& name) {
    std::error_code error;
    for (const fs::path& folder : libraryFolders()) {
        if (fs::exists(folder / name, error)) {
            return folder / name;
        }
    }
    return {};
}

void addRuntime(ModuleLoading& loading, const ModuleFacts& facts) {
    const std::string silent = facts.silentRuntime.substr(0, facts.silentRuntime.find(".so"));
    const fs::path file = libraryFile(facts.runtime);
    if (file.empty()) {
        loading.messages.push_back(
            silent + " announces nothing to the module " + loading.names.back() + ", and " +
            facts.runtime +
            ", which does and can replace it, was not found: install it, or add "
            "its folder to LD_LIBRARY_PATH");
        return;
    }
    loading.titles.back() += " (with " + facts.runtime + " in place of " + silent + ")";
    loading.libraries.push_back(file);
}

// A variable names one tool: of several modules that set it, one that the user asked for.
bool isInPlaceOf(const ModuleFacts& facts, const ModuleFacts& other) {
    return std::any_of(facts.sets.begin(), facts.sets.end(), [&](const std::string& variable) {
        return std::find(other.sets.begin(), other.sets.end(), variable) != other.sets.end();
    });
}

std::vector<fs::path> withoutReplaced(std::vector<fs::path> modules,
                                      const std::vector<std::string>& asked) {
    const auto isAsked = [&asked](const fs::path& module) {
        return std::find(asked.begin(), asked.end(), module.stem().string()) != asked.end();
    };
    // Those asked for, the last one first, then the others.
    std::vector<fs::path> order(modules.rbegin(), modules.rend());
    const auto others = std::stable_partition(order.begin(), order.end(), isAsked);
    std::reverse(others, order.end());
    std::vector<ModuleFacts> kept;
    for (const fs::path& module : order) {
        ModuleFacts facts = moduleFacts(module);
        if (std::any_of(kept.begin(), kept.end(),
                        [&](const ModuleFacts& other) { return isInPlaceOf(facts, other); })) {
            std::erase(modules, module);
        } else {
            kept.push_back(std::move(facts));
        }
    }
    return modules;
}

void add(ModuleLoading& loading, const fs::path& module, const ModuleFacts& facts) {
    loading.libraries.push_back(module);
    loading.names.push_back(module.stem().string());
    loading.titles.push_back(facts.title.empty() ? loading.names.back() : facts.title);
    for (const std::string& variable : facts.sets) {
        loading.environment[variable] = module.string();
    }
}

}  // namespace

ModuleFacts moduleFacts(const fs::path& module) {
    ModuleFacts facts;
    std::ifstream file(fs::path(module).replace_extension(".txt"));
    std::getline(file, facts.description);
    for (std::string line; std::getline(file, line);) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::string word = line.substr(0, blank);
        const std::string value = line.substr(std::min(blank + 1, line.size()));
        if (word == "title") {
            facts.title = value;
        } else if (word == "for") {
            facts.measures.push_back(value);
        } else if (word == "sets") {
            facts.sets.push_back(value);
        } else if (word == "yields") {
            facts.yields.push_back(value);
        } else if (word == "runtime") {
            std::istringstream words(value);
            words >> facts.silentRuntime >> facts.runtime;
        }
    }
    return facts;
}

std::vector<std::string> librariesOf(const std::vector<std::string>& command) {
    std::vector<std::string> libraries;
    for (const std::string& word : command) {
        const fs::path file = word.starts_with('-') ? fs::path() : programFile(word);
        if (isProgram(file)) {
            const std::vector<std::string> needed = neededLibraries(file);
            libraries.insert(libraries.end(), needed.begin(), needed.end());
        }
    }
    return libraries;
}

bool isForProgram(const ModuleFacts& facts, const std::vector<std::string>& libraries) {
    return has(libraries, facts.measures);
}

ModuleLoading loadingOf(const std::vector<fs::path>& modules, const std::vector<std::string>& asked,
                        const std::vector<std::string>& command) {
    ModuleLoading loading;
    for (const fs::path& module : withoutReplaced(modules, asked)) {
        const ModuleFacts facts = moduleFacts(module);
        const std::string name = module.stem().string();
        if (const std::string tool = toolOfUser(facts, module, command); !tool.empty()) {
            loading.messages.push_back("the module " + name + " is left out: " + tool +
                                       "; without it, the module measures");
            continue;
        }
        add(loading, module, facts);
        const bool isAsked = std::find(asked.begin(), asked.end(), name) != asked.end();
        if (isAsked && !facts.runtime.empty() && has(librariesOf(command), {facts.silentRuntime})) {
            addRuntime(loading, facts);
        }
    }
    return loading;
}

}  // namespace gantry::perf
