#include "monitoring/Splice.hpp"

#include <exception>
#include <utility>

namespace gantry::framework {

Splice::~Splice() {
    try {
        for (std::size_t method = 0; method < observed_.size(); ++method) {
            if (!observed_[method].name.empty()) {
                proxy_.proxy->observe(method, nullptr);
            }
        }
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): nobody to tell.
    }
}

void Splice::observe(std::size_t method, std::shared_ptr<const MethodProbe> probe,
                     MonitoredMethod shown) {
    proxy_.proxy->observe(method, std::move(probe));
    observed_.at(method) = std::move(shown);
}

std::vector<MonitoredMethod> Splice::observed() const {
    std::vector<MonitoredMethod> list;
    for (const MonitoredMethod& method : observed_) {
        if (!method.name.empty()) {
            list.push_back(method);
        }
    }
    return list;
}

}  // namespace gantry::framework
