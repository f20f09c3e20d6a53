#pragma once

#include <perf/model/Profile.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Measures what a start and stop costs with the metrics of a profile that does not say it, where
/// that was made on this machine and its metrics can be measured here; notes in its context that it
/// was measured afterwards. Else leaves the profile as it is. Takes about 1 ms. "This machine"
/// means the same host name and processor model. Never throws for metrics that cannot be measured.
void addProbeOverhead(Profile& profile);

/// The same for a program that is read again and again: what it does not say is measured once. For
/// one thread.
class LocalProbeOverhead final {
public:
    /// All profiles are of one program on one machine: the first one decides what is measured.
    void addTo(Profile& profile);

private:
    std::optional<ProbeOverhead> overhead_;
    std::vector<std::pair<std::string, std::string>> facts_;  ///< how far that is off
};

}  // namespace gantry::perf
