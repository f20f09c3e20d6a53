#pragma once

#include <perf/model/Profile.hpp>

#include <optional>

namespace gantry::perf {

/// The key of this fact in Profile::context.
inline constexpr const char* kCoreUse = "use of the cores";

/// How the cores of a machine were used while a run went on, by the counters of the operating
/// system. Its resolution is some 10 ms of each core, so that it says little of a short run.
/// Seconds are of processor time: own <= busy <= available but for the resolution.
struct CoreUse {
    double available = 0;  ///< seconds of all cores together: their number times the duration
    double busy = 0;       ///< seconds of those in which a core ran any program
    double own = 0;        ///< seconds of those for the run, and for measuring it

    /// The share of the cores that programs outside of the run took, from 0 to 1.
    [[nodiscard]] double othersShare() const noexcept;

    friend bool operator==(const CoreUse&, const CoreUse&) = default;
};

/// Adds the fact to those of a run: docs/formats/profile.md, "context".
void noteCoreUse(Profile& profile, const CoreUse& use);

/// The fact of a run; nothing where it is missing, or not as noteCoreUse() writes it.
std::optional<CoreUse> coreUseOf(const Profile& profile);

}  // namespace gantry::perf
