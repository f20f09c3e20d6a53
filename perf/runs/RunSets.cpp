#include <base/text/Printable.hpp>
#include <perf/project/Project.hpp>
#include <perf/runs/RunSets.hpp>

#include <algorithm>
#include <stdexcept>

namespace gantry::perf {

namespace {

bool endsWith(const std::string& text, const std::string& end) {
    // Longer, not as long: a hidden file .gantry is not a run.
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

RunSet runsOfProject(const std::filesystem::path& place) {
    const Project project = readProjectFile(place);
    RunSet set{project.title.empty() ? place.string() : project.title, runFilesOf(project, place)};
    if (set.files.empty()) {
        throw std::invalid_argument(base::printable(place.string()) + ": the project has no runs");
    }
    for (const std::filesystem::path& file : set.files) {
        if (!std::filesystem::exists(file)) {
            throw std::invalid_argument(base::printable(place.string()) + ": its run " +
                                        base::printable(file.string()) +
                                        " does not exist; restore the file or remove the run "
                                        "from the project");
        }
    }
    return set;
}

void addEach(const RunSet& set, std::vector<RunSet>& sets) {
    for (const std::filesystem::path& file : set.files) {
        sets.push_back({file.string(), {file}});
    }
}

}  // namespace

RunSet runSetIn(const std::filesystem::path& place) {
    RunSet set{place.string(), {}};
    if (!std::filesystem::is_directory(place)) {
        if (!std::filesystem::exists(place)) {
            throw std::invalid_argument(
                base::printable(place.string()) +
                " does not exist; name a run (FILE.gantry) or a folder of runs");
        }
        if (isProjectFile(place)) {
            return runsOfProject(place);
        }
        set.files.push_back(place);
        return set;
    }
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
        const std::string name = entry.path().filename().string();
        if (endsWith(name, ".gantry") || endsWith(name, ".gantry.json")) {
            set.files.push_back(entry.path());
        }
    }
    if (set.files.empty()) {
        throw std::invalid_argument(base::printable(place.string()) +
                                    ": the folder has no run (*.gantry or *.gantry.json)");
    }
    // A folder lists its files in any order; reports must not depend on it.
    std::sort(set.files.begin(), set.files.end());
    return set;
}

RunSet runSetOf(const std::vector<std::string>& places) {
    RunSet all;
    for (const std::string& place : places) {
        const RunSet set = runSetIn(place);
        all.label = all.label.empty() ? set.label : all.label;
        all.files.insert(all.files.end(), set.files.begin(), set.files.end());
    }
    const std::filesystem::path folder =
        all.files.empty() ? std::filesystem::path() : all.files.front().parent_path();
    // Usually a shell has expanded runs/*.gantry: then the folder names the set.
    const bool together = std::all_of(all.files.begin(), all.files.end(), [&](const auto& file) {
        return file.parent_path() == folder;
    });
    if (places.size() > 1 && together && !folder.empty()) {
        all.label = folder.string();
    } else if (places.size() > 1) {
        all.label += " ...";
    }
    return all;
}

std::vector<RunSet> setsToView(const std::vector<std::string>& places) {
    std::vector<RunSet> sets;
    for (const std::string& place : places) {
        const bool isFolder = std::filesystem::is_directory(place);
        // One folder alone is not compared with itself.
        if (isFolder && places.size() > 1) {
            sets.push_back(runSetIn(place));
        } else if (isFolder || isProjectFile(place)) {
            addEach(runSetIn(place), sets);
        } else {
            sets.push_back({place, {place}});
        }
    }
    return sets;
}

}  // namespace gantry::perf
