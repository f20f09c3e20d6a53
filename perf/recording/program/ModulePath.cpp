#include <base/files/FolderList.hpp>
#include <base/text/Joined.hpp>
#include <base/text/Printable.hpp>
#include <perf/recording/ModulePath.hpp>
#include <perf/recording/ProgramModules.hpp>

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, fs::path>;

constexpr const char* kAll = "all";

Files othersOn(const ModulePath& path) {
    Files files;
    for (const fs::path& folder : path.others) {
        for (const std::string& name : modulesIn(folder)) {
            files.try_emplace(name, fs::absolute(folder / (name + ".so")).lexically_normal());
        }
    }
    return files;
}

std::string namesOf(const std::vector<fs::path>& files) {
    const auto name = [](const fs::path& file) { return file.stem().string(); };
    return files.empty() ? "none was built" : base::joined(files, ", ", name);
}

// Words that chosenModules() of Gantry's own folder understands by itself.
bool isChoice(const std::string& word) {
    return word == "usual" || word == "mpi-if-used" || word == "none" || word == kAll;
}

}  // namespace

ModulePath modulePath(const fs::path& own, const std::string& given) {
    ModulePath path{own, base::existingFolders(given, "modules")};
    for (fs::path& folder : base::foldersOfVariable("GANTRY_MODULE_PATH")) {
        path.others.push_back(std::move(folder));
    }
    return path;
}

std::vector<fs::path> modulesOn(const ModulePath& path) {
    Files files = othersOn(path);
    for (const std::string& name : modulesIn(path.own)) {
        files.try_emplace(name, path.own / (name + ".so"));
    }
    std::vector<fs::path> sorted;
    for (auto& [name, file] : files) {
        sorted.push_back(std::move(file));
    }
    return sorted;
}

std::vector<fs::path> chosenModules(const ModulePath& path,
                                    const std::optional<std::string>& choice,
                                    const std::vector<std::string>& program) {
    const Files others = othersOn(path);
    if (!choice || others.empty()) {
        return chosenModules(path.own, choice, program);
    }
    const std::vector<std::string> own = modulesIn(path.own);
    std::vector<fs::path> chosen;
    std::string rest;
    std::istringstream words(*choice);
    for (std::string word; std::getline(words, word, ',');) {
        if (const auto other = others.find(word); other != others.end()) {
            chosen.push_back(other->second);
        } else if (isChoice(word) || std::find(own.begin(), own.end(), word) != own.end()) {
            rest += (rest.empty() ? "" : ",") + word;
        } else {
            throw std::invalid_argument("there is no module '" + base::printable(word) +
                                        "'; there are: " + namesOf(modulesOn(path)) +
                                        "; or give usual, mpi-if-used, all or none");
        }
    }
    std::vector<fs::path> files = chosenModules(path.own, rest.empty() ? "none" : rest, program);
    if (rest == kAll) {
        for (const auto& [name, file] : others) {
            std::erase_if(files, [&name = name](const fs::path& known) {
                return known.stem().string() == name;
            });
            chosen.push_back(file);
        }
    }
    for (const fs::path& file : chosen) {
        if (std::find(files.begin(), files.end(), file) == files.end()) {
            files.push_back(file);
        }
    }
    return files;
}

}  // namespace gantry::perf
