#include "NativeControl.hpp"

#include <gantry/Error.hpp>

namespace performance::native {

void NativeControl::setById(std::int64_t id, bool enabled) {
    const std::size_t groups = session_->engine.groups().size();
    if (id < 0 || static_cast<std::size_t>(id) >= groups) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            "there is no timer group with the id " + std::to_string(id) +
                                ": ids go from 0 to " + std::to_string(groups - 1) +
                                "; take one from a timer's getGroupId");
    }
    session_->engine.setGroupEnabled(static_cast<gantry::perf::GroupId>(id), enabled);
}

void NativeControl::setByName(const std::string& name, bool enabled) {
    session_->engine.setGroupEnabled(session_->engine.group(name), enabled);
}

}  // namespace performance::native
