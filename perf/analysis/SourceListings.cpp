#include <perf/analysis/SourceTable.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/ModuleRecords.hpp>
#include <perf/model/Operation.hpp>
#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

namespace gantry::perf {

namespace {

using Listings = std::map<std::string, SourceListing>;

std::string normal(const std::string& name) {
    return std::filesystem::path(name).lexically_normal().string();
}

double sampledNs(const Profile& profile) {
    const auto metric = sampledMetric(profile);
    double all = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            all += metric && node.parent < 0 ? static_cast<double>(node.inclusive[*metric]) : 0;
        }
    }
    return all;
}

double percent(std::int64_t part, double whole) {
    return whole > 0 ? 100 * static_cast<double>(part) / whole : 0;
}

SourceListing& listingOf(Listings& files, const std::string& path) {
    SourceListing& listing = files[path];
    listing.path = path;
    return listing;
}

void addSamples(const Profile& profile, Listings& files) {
    const double all = sampledNs(profile);
    for (const ModuleRecords& module : profile.modules) {
        const auto own = fieldOf(module, "own");
        const auto whole = fieldOf(module, "whole");
        if (module.name != kSourceModule || !own || !whole) {
            continue;
        }
        for (const ModuleRecord& record : module.records) {
            const std::size_t colon = record.name.rfind(':');
            std::int64_t number = 0;
            const char* const end = record.name.data() + record.name.size();
            if (colon == std::string::npos ||
                std::from_chars(record.name.data() + colon + 1, end, number).ptr != end) {
                continue;
            }
            SourceListing& listing = listingOf(files, normal(record.name.substr(0, colon)));
            listing.hasSamples = true;
            SourceLine& line = listing.lines[number];
            line.ownPercent += percent(record.values[*own], all);
            line.wholePercent += percent(record.values[*whole], all);
        }
    }
}

// The known file that a name of a timer means; the name itself where there is not exactly one.
std::string fileOf(const std::string& name, const std::set<std::string>& known) {
    std::string path = normal(name);
    if (path.starts_with('/')) {
        return path;
    }
    std::string found;
    for (const std::string& file : known) {
        if (file.ends_with('/' + path)) {
            if (!found.empty()) {
                return path;
            }
            found = file;
        }
    }
    return found.empty() ? path : found;
}

bool hasLine(const TimerInfo& timer) {
    const auto place = sourceOf(timer.name);
    return place && !place->file.empty() && place->line != 0;
}

void addTimers(const Profile& profile, const std::set<std::string>& known, Listings& files) {
    // Most profiles have none, and the sums of all timers cost more than this look at their names.
    if (std::none_of(profile.timers.begin(), profile.timers.end(), hasLine)) {
        return;
    }
    for (const TimerRecord& timer : flat(profile)) {
        if (!hasLine(timer.info)) {
            continue;
        }
        const auto place = sourceOf(timer.info.name);
        SourceListing& listing = listingOf(files, fileOf(place->file, known));
        listing.hasTimers = true;
        SourceLine& line = listing.lines[place->line];
        line.calls += static_cast<std::int64_t>(timer.calls);
        line.inclusive += timer.inclusive[0];
        line.timer = line.timer.empty() ? std::string(withoutSource(timer.info.name)) : line.timer;
    }
}

}  // namespace

double SourceListing::ownPercent() const {
    double sum = 0;
    for (const auto& [number, line] : lines) {
        sum += line.ownPercent;
    }
    return sum;
}

std::vector<SourceListing> sourceListings(const Profile& profile,
                                          const std::vector<ArchivedSource>& kept) {
    Listings files;
    addSamples(profile, files);
    std::set<std::string> known;
    for (const auto& [path, listing] : files) {
        known.insert(path);
    }
    for (const ArchivedSource& source : kept) {
        known.insert(source.path);
    }
    addTimers(profile, known, files);
    std::vector<SourceListing> listings;
    for (auto& [path, listing] : files) {
        listings.push_back(std::move(listing));
    }
    std::stable_sort(listings.begin(), listings.end(),
                     [](const SourceListing& a, const SourceListing& b) {
                         return a.ownPercent() > b.ownPercent();
                     });
    for (const ArchivedSource& source : kept) {
        if (files.count(source.path) == 0) {
            listings.push_back({source.path});
        }
    }
    return listings;
}

}  // namespace gantry::perf
