#include "GatheredProfile.hpp"

#include <perf/document/JsonProfile.hpp>
#include <perf/document/ProfileSource.hpp>
#include <perf/model/RankMerger.hpp>

#include <cstdint>
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
                                           parallel::Upcalls& upcalls) {
    if (upcalls.getSize() == 1) {
        return snapshot ? profileOf(*snapshot) : std::nullopt;
    }
    // A rank without values takes part, too: the others would wait for it.
    const std::string own = snapshot ? snapshot->getDocument() : "";
    const sidl::array<std::string> documents = upcalls.gather(own, 0);
    if (documents.size() == 0) {
        return std::nullopt;
    }
    perf::RankMerger merger;
    std::uint32_t rank = 0;
    for (const std::string& document : documents) {
        if (document.empty()) {
            return std::nullopt;
        }
        merger.add(rank++, perf::fromJson(document));
    }
    return merger.take();
}

}  // namespace gantry::tools
