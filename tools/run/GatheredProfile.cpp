#include "GatheredProfile.hpp"

#include <perf/document/JsonProfile.hpp>
#include <perf/document/ProfileSource.hpp>
#include <perf/model/Merge.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <string>
#include <vector>

namespace gantry::tools {

std::optional<perf::Profile> profileOf(performance::Snapshot& snapshot) {
    // A component of another build has a Profile of another layout, and lends none.
    const auto* source = dynamic_cast<const perf::ProfileSource*>(&snapshot);
    const perf::Profile* lent = source ? source->profile(perf::profileLayout()) : nullptr;
    if (lent) {
        return *lent;
    }
    const std::string document = snapshot.getDocument();
    return document.empty() ? std::nullopt : std::optional(perf::fromJson(document));
}

std::optional<perf::Profile> gatherProfile(performance::Snapshot* snapshot,
                                           parallel::Upcalls& upcalls) {
    if (upcalls.getSize() == 1) {
        return snapshot ? profileOf(*snapshot) : std::nullopt;
    }
    // A rank without values takes part, too: the others would wait for it.
    const std::string own = snapshot ? snapshot->getDocument() : "";
    const sidl::array<std::string> documents = upcalls.gather(own, 0);
    std::vector<perf::Profile> profiles;
    for (const std::string& document : documents) {
        if (document.empty()) {
            return std::nullopt;
        }
        profiles.push_back(perf::fromJson(document));
    }
    if (profiles.empty()) {
        return std::nullopt;
    }
    perf::Profile merged = perf::merge(profiles);
    merged.ranks = perf::reduceOverRanks(profiles);
    return merged;
}

}  // namespace gantry::tools
