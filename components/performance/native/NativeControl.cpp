#include "NativeControl.hpp"

#include <gantry/Error.hpp>

namespace performance::native {

void NativeControl::setById(std::int64_t id, bool enabled) {
    const std::size_t groups = shared_->engine.groups().size();
    if (id < 0 || static_cast<std::size_t>(id) >= groups) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            "there is no timer group with the id " + std::to_string(id) +
                                ": ids go from 0 to " + std::to_string(groups - 1) +
                                "; take one from a timer's getGroupId");
    }
    shared_->engine.setGroupEnabled(static_cast<gantry::perf::GroupId>(id), enabled);
}

sidl::array<std::string> NativeControl::getGroupNames() {
    return sidl::array<std::string>(shared_->engine.groups());
}

void NativeControl::setGroupsEnabled(const std::string& pattern, bool enabled,
                                     sidl::array<std::string>& names, sidl::array<bool>& before) {
    std::vector<std::string> switched;
    std::vector<bool> states;
    for (const auto& [group, was] : shared_->engine.setGroupsEnabled(pattern, enabled)) {
        switched.push_back(shared_->engine.groupName(group));
        states.push_back(was);
    }
    names = sidl::array<std::string>(switched);
    before = sidl::array<bool>(states);
}

}  // namespace performance::native
