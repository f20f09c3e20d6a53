#include "GatheredProfile.hpp"

#include <perf/document/JsonProfile.hpp>
#include <perf/document/ProfileSource.hpp>

#include <string>

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
                                           parallel::Upcalls& upcalls,
                                           const perf::MergeOptions& options) {
    if (upcalls.getSize() == 1) {
        return snapshot ? profileOf(*snapshot) : std::nullopt;
    }
    // A rank without values takes part, too: the others would wait for it.
    return perf::mergeOverRanks(snapshot ? profileOf(*snapshot) : std::nullopt, upcalls, options);
}

}  // namespace gantry::tools
