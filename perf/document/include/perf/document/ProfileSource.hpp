#pragma once

#include <perf/document/JsonProfile.hpp>
#include <perf/model/Profile.hpp>

#include <cstdint>

namespace gantry::perf {

/// Differs between builds in which the parts of a Profile differ in size or meaning.
constexpr std::uint64_t profileLayout() {
    std::uint64_t layout = kProfileVersion;
    for (const std::size_t size : {kMaxMetrics, sizeof(Profile), sizeof(TimerInfo),
                                   sizeof(ThreadProfile), sizeof(CallPathNode), sizeof(Metric)}) {
        layout = layout * 4099 + size;
    }
    return layout;
}

/// Implemented by a snapshot that holds its values as a Profile. A reader in the same process finds
/// it by a dynamic_cast and saves writing and reading the document.
///
/// Visible by default, so that the dynamic_cast works between shared objects. It is only a short
/// cut: every snapshot has a document, too, which any version can read.
class [[gnu::visibility("default")]] ProfileSource {
public:
    virtual ~ProfileSource() = default;

    /// The profile that the snapshot's document describes. It lives as long as the snapshot and
    /// does not change, so any thread may read it. Null if the caller, who passes its own
    /// profileLayout(), was built with other headers than the component: then only the document
    /// may be read.
    [[nodiscard]] virtual const Profile* profile(std::uint64_t layout) const noexcept = 0;
};

}  // namespace gantry::perf
