#include <perf/model/SampledMetric.hpp>

namespace gantry::perf {

std::optional<std::size_t> sampledMetric(const Profile& profile) noexcept {
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        if (profile.metrics[m].name == kSampledMetric) {
            return m;
        }
    }
    return std::nullopt;
}

}  // namespace gantry::perf
