#include <perf/model/ModuleRecords.hpp>
#include <perf/model/Operation.hpp>
#include <perf/model/SampledMetric.hpp>
#include <perf/sampling/DebugSources.hpp>
#include <perf/sources/MeasuredSources.hpp>
#include <perf/sources/SourceFiles.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <utility>

namespace gantry::perf {

namespace {

using Names = std::vector<std::string>;

// Files of sampled lines, the one of most own time first.
Names sampledFiles(const Profile& profile) {
    std::map<std::string, std::int64_t> own;
    for (const ModuleRecords& module : profile.modules) {
        const auto field = fieldOf(module, "own");
        if (module.name != kSourceModule || !field) {
            continue;
        }
        for (const ModuleRecord& record : module.records) {
            own[record.name.substr(0, record.name.rfind(':'))] += record.values[*field];
        }
    }
    std::vector<std::pair<std::string, std::int64_t>> files(own.begin(), own.end());
    std::stable_sort(files.begin(), files.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    Names names;
    for (auto& [name, ns] : files) {
        names.push_back(std::move(name));
    }
    return names;
}

// Files that names of timers have, as the program wrote them.
std::set<std::string> placedFiles(const Profile& profile) {
    std::set<std::string> files;
    for (const TimerInfo& timer : profile.timers) {
        if (const auto place = sourceOf(timer.name); place && !place->file.empty()) {
            files.insert(place->file);
        }
    }
    return files;
}

std::set<std::string> codeOf(const Profile& profile, const MeasuredCode& code) {
    std::set<std::string> files(code.files.begin(), code.files.end());
    for (const auto& [key, value] : profile.context) {
        if (key == "executable") {
            files.insert(value);
        }
    }
    return files;
}

// Files of the functions that timers are named after: those of the module `functions`, which have
// the file of the code as their type.
std::set<std::string> functionFiles(const Profile& profile, const MeasuredCode& code) {
    std::map<std::string, std::set<std::string>> functions;
    for (const TimerInfo& timer : profile.timers) {
        if (timer.group == "functions" && !timer.type.empty()) {
            functions[timer.type].insert(timer.name.substr(0, timer.name.rfind(" 0x")));
        }
    }
    std::set<std::string> files;
    if (!functions.empty()) {
        for (const std::string& file : codeOf(profile, code)) {
            const auto found = functions.find(file.substr(file.rfind('/') + 1));
            if (found != functions.end()) {
                files.merge(functionSources(file, found->second));
            }
        }
    }
    return files;
}

// Names that debugging information has, by their last part.
class NamedSources final {
public:
    explicit NamedSources(const std::set<std::string>& code) {
        for (const std::string& file : code) {
            for (const std::string& name : debugSources(file)) {
                if (std::string path = sourcePath(name); !path.empty()) {
                    std::string last = path.substr(path.rfind('/') + 1);
                    byLast_[std::move(last)].insert(std::move(path));
                }
            }
        }
    }

    // The files whose path is this name, or ends in it from a folder on.
    [[nodiscard]] Names matching(const std::string& name) const {
        const std::string wanted = std::filesystem::path(name).lexically_normal().string();
        const auto candidates = byLast_.find(wanted.substr(wanted.rfind('/') + 1));
        Names found;
        if (candidates == byLast_.end()) {
            return found;
        }
        const std::string end = wanted.starts_with('/') ? wanted : '/' + wanted;
        std::copy_if(candidates->second.begin(), candidates->second.end(),
                     std::back_inserter(found), [&](const std::string& path) {
                         return wanted.starts_with('/') ? path == wanted : path.ends_with(end);
                     });
        return found;
    }

private:
    std::map<std::string, std::set<std::string>> byLast_;
};

ArchivedSource unnamed(const std::string& name, bool ambiguous) {
    ArchivedSource source;
    source.path = name;
    source.leftOut = ambiguous ? "several files that debugging information names are called so"
                               : "no debugging information of the program names it";
    return source;
}

}  // namespace

std::vector<ArchivedSource> measuredSources(const Profile& profile, const MeasuredCode& code,
                                            const SourceLimits& limits) {
    Names names = sampledFiles(profile);
    names.insert(names.end(), code.sources.begin(), code.sources.end());
    const std::set<std::string> functions = functionFiles(profile, code);
    names.insert(names.end(), functions.begin(), functions.end());
    std::vector<ArchivedSource> unknown;
    if (const std::set<std::string> placed = placedFiles(profile); !placed.empty()) {
        const NamedSources known(codeOf(profile, code));
        for (const std::string& name : placed) {
            const Names found = known.matching(name);
            if (found.size() == 1) {
                names.push_back(found.front());
            } else {
                unknown.push_back(unnamed(name, !found.empty()));
            }
        }
    }
    std::vector<ArchivedSource> sources = readSourceFiles(names, limits);
    sources.insert(sources.end(), unknown.begin(), unknown.end());
    return sources;
}

std::vector<std::string> ownCode() {
    std::set<std::string> files;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        // Its permissions are the second word, and a file begins with the first slash.
        const std::size_t file = line.find('/');
        const std::size_t rights = line.find(' ');
        if (file != std::string::npos && rights + 3 < line.size() && line[rights + 3] == 'x') {
            files.insert(line.substr(file));
        }
    }
    return {files.begin(), files.end()};
}

}  // namespace gantry::perf
