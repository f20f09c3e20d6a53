// Chooses the importer of a file, and puts the files of one run together.

#include <base/InputError.hpp>
#include <base/text/NameSuggestion.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/model/Merge.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;
using base::InputError;

std::vector<std::string> importerNames() {
    std::vector<std::string> names;
    for (const Importer& importer : allImporters()) {
        names.emplace_back(importer.name);
    }
    return names;
}

// A part with the file that it is from, for messages.
struct PlacedPart {
    ImportedPart part;
    fs::path file;
};

std::vector<PlacedPart> readParts(const std::vector<fs::path>& files,
                                  const std::optional<Importer>& from) {
    std::vector<PlacedPart> all;
    for (const fs::path& path : files) {
        const ImportFile file = ImportFile::read(path);
        const Importer importer = from ? *from : importerOf(file);
        for (ImportedPart& part : importer.read(file)) {
            // Files that name no rank stand side by side; the name of the file distinguishes their
            // threads.
            if (files.size() > 1 && !part.rank) {
                for (ThreadProfile& thread : part.profile.threads) {
                    thread.name =
                        path.filename().string() + (thread.name.empty() ? "" : ": " + thread.name);
                }
            }
            all.push_back({std::move(part), path});
        }
    }
    return all;
}

// Facts that files of one run share are kept once, not for each of them.
void dropRepeatedFacts(Profile& profile) {
    std::vector<std::pair<std::string, std::string>> facts;
    for (auto& fact : profile.context) {
        if (std::find(facts.begin(), facts.end(), fact) == facts.end()) {
            facts.push_back(std::move(fact));
        }
    }
    profile.context = std::move(facts);
}

void checkMetrics(const std::vector<PlacedPart>& parts) {
    const std::vector<Metric>& first = parts.front().part.profile.metrics;
    for (const PlacedPart& placed : parts) {
        const std::vector<Metric>& metrics = placed.part.profile.metrics;
        if (metrics != first) {
            throw InputError(InputError::Kind::WrongKind, placed.file,
                             "it has other metrics than " + parts.front().file.string() +
                                 "; import files with different metrics one by one");
        }
    }
}

// Parts of one rank are merged first, then the ranks as those of a parallel run. If any part names
// no rank, none is used: a mixture has no meaning.
Profile together(std::vector<PlacedPart> parts) {
    if (parts.size() == 1) {
        return std::move(parts.front().part.profile);
    }
    checkMetrics(parts);
    const bool hasRanks = std::all_of(parts.begin(), parts.end(), [](const PlacedPart& placed) {
        return placed.part.rank.has_value();
    });
    std::map<std::uint32_t, std::vector<Profile>> ofRank;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::uint32_t key = hasRanks ? *parts[i].part.rank : 0;
        ofRank[key].push_back(std::move(parts[i].part.profile));
    }
    std::vector<Profile> ranks;
    std::uint32_t last = 0;
    for (const auto& [rank, profiles] : ofRank) {
        ranks.push_back(merge(profiles));
        last = rank;
    }
    if (ranks.size() == 1) {
        dropRepeatedFacts(ranks.front());
        return std::move(ranks.front());
    }
    Profile all = merge(ranks);
    all.ranks = reduceOverRanks(ranks);
    dropRepeatedFacts(all);
    if (last + 1 != ranks.size()) {
        all.partial += (all.partial.empty() ? "" : "; ") + std::string("ranks below ") +
                       std::to_string(last) + " are missing; the others are numbered in order";
    }
    return all;
}

// One for each rank, if each part is of a rank of its own; or that of the only part.
std::vector<ImportedRun::RankTrace> tracesOf(std::vector<PlacedPart>& parts) {
    std::map<std::uint32_t, std::vector<std::string>> ofRank;
    for (PlacedPart& placed : parts) {
        if (parts.size() > 1 && (!placed.part.rank || ofRank.count(*placed.part.rank) > 0)) {
            return {};
        }
        ofRank[placed.part.rank.value_or(0)] = placed.part.trace;
    }
    std::vector<ImportedRun::RankTrace> traces;
    std::uint32_t number = 0;
    for (auto& [rank, chunks] : ofRank) {
        if (!chunks.empty()) {
            // Ranks are numbered in order, as those of the profile.
            traces.push_back(
                {parts.size() > 1 ? std::optional(number) : std::nullopt, std::move(chunks)});
        }
        ++number;
    }
    return traces;
}

}  // namespace

Importer importerNamed(const std::string& name) {
    for (const Importer& importer : allImporters()) {
        if (importer.name == name) {
            return importer;
        }
    }
    throw std::invalid_argument("there is no format '" + name + "'" +
                                base::suggest(name, importerNames()));
}

Importer importerOf(const ImportFile& file) {
    std::string known;
    for (const Importer& importer : allImporters()) {
        if (importer.recognises(file.beginning())) {
            return importer;
        }
        known += (known.empty() ? "" : ", ") + std::string(importer.name);
    }
    throw InputError(
        InputError::Kind::WrongKind, file.path(),
        "is neither an archive of Gantry nor of a format that can be imported (" + known + ")");
}

ImportedRun importRun(const std::vector<fs::path>& files, const std::optional<Importer>& from) {
    std::vector<PlacedPart> parts = readParts(files, from);
    if (parts.empty()) {
        return {};
    }
    ImportedRun run;
    run.traces = tracesOf(parts);
    const bool isLost =
        run.traces.empty() && std::any_of(parts.begin(), parts.end(), [](const PlacedPart& placed) {
            return !placed.part.trace.empty();
        });
    run.profile = together(std::move(parts));
    if (isLost) {
        run.profile.partial += (run.profile.partial.empty() ? "" : "; ") +
                               std::string(
                                   "the times of single calls are not kept, as the files "
                                   "have no common clock; import them one by one");
    }
    return run;
}

Profile importProfile(const std::vector<fs::path>& files, const std::optional<Importer>& from) {
    std::vector<PlacedPart> parts = readParts(files, from);
    return parts.empty() ? Profile{} : together(std::move(parts));
}

Profile importProfile(const fs::path& file) {
    return importProfile(std::vector<fs::path>{file});
}

}  // namespace gantry::perf
