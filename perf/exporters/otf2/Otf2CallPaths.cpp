#include "Otf2CallPaths.hpp"

namespace gantry::perf {

void Otf2CallPaths::enter(OTF2_RegionRef region) {
    const auto [known, isNew] =
        numbers_.try_emplace({current_, region}, static_cast<OTF2_CallpathRef>(all_.size()));
    if (isNew) {
        all_.push_back({current_, region});
    }
    current_ = known->second;
}

}  // namespace gantry::perf
