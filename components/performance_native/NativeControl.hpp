#pragma once

#include <performance/Control.hpp>

#include <memory>
#include <string>

#include "Session.hpp"

namespace performance::native {

/// Groups of timers. A group that is named before it has a timer is made, so that it can be off
/// from the start; an id that no group has throws gantry::Error.
class NativeControl final : public Control {
public:
    explicit NativeControl(std::shared_ptr<Session> session) : session_(std::move(session)) {}

    void enableGroupId(std::int64_t id) override { setById(id, true); }
    void disableGroupId(std::int64_t id) override { setById(id, false); }
    void enableGroupName(const std::string& name) override { setByName(name, true); }
    void disableGroupName(const std::string& name) override { setByName(name, false); }
    void enableAllGroups() override { session_->engine.setAllGroupsEnabled(true); }
    void disableAllGroups() override { session_->engine.setAllGroupsEnabled(false); }

private:
    void setById(std::int64_t id, bool enabled);
    void setByName(const std::string& name, bool enabled);

    std::shared_ptr<Session> session_;
};

}  // namespace performance::native
