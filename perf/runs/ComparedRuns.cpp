#include <perf/archive/Archive.hpp>
#include <perf/runs/ComparedRuns.hpp>
#include <perf/runs/RunFile.hpp>

namespace gantry::perf {

ComparedRuns readComparedRuns(const std::vector<RunSet>& sets, const RunTableOptions& options) {
    ComparedRuns runs{RunTable(options), {}, {}};
    for (const RunSet& set : sets) {
        runs.sets.emplace_back();
        for (const std::filesystem::path& file : set.files) {
            const Profile profile = readProfileFile(file);
            runs.sets.back().push_back(runs.table.add(file.string(), profile));
            // A JSON profile has no changes and no decisions.
            runs.facts.push_back(
                factsOf(profile, looksLikeArchive(file) ? readHistory(file) : History{}));
        }
    }
    return runs;
}

}  // namespace gantry::perf
