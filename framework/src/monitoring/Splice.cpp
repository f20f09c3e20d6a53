#include "monitoring/Splice.hpp"

#include <exception>
#include <utility>

namespace gantry::framework {

Splice::~Splice() {
    try {
        for (std::size_t method = 0; method < observed_.size(); ++method) {
            if (observed_[method].probe) {
                proxy_.proxy->observe(method, nullptr);
            }
        }
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): nobody to tell.
    }
}

void Splice::observe(PlannedProbe planned) {
    proxy_.proxy->observe(planned.method, planned.probe);
    observed_.at(planned.method) = std::move(planned);
}

std::vector<MonitoredMethod> Splice::observed() const {
    std::vector<MonitoredMethod> list;
    for (const PlannedProbe& planned : observed_) {
        if (planned.probe) {
            list.push_back(planned.shown);
            list.back().numChecks = planned.checks ? planned.checks->checks() : 0;
        }
    }
    return list;
}

}  // namespace gantry::framework
