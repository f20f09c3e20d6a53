#pragma once

#include <performance/GroupControl.hpp>

#include <memory>
#include <string>

#include "SharedEngine.hpp"

namespace performance::native {

/// Groups of timers. A group that is named before it has a timer is made, so that it can be off
/// from the start; an id that no group has throws gantry::Error.
class NativeControl final : public GroupControl {
public:
    explicit NativeControl(std::shared_ptr<SharedEngine> shared) : shared_(std::move(shared)) {}

    void enableGroupId(std::int64_t id) override { setById(id, true); }
    void disableGroupId(std::int64_t id) override { setById(id, false); }
    void enableGroupName(const std::string& name) override { setGroupEnabled(name, true); }
    void disableGroupName(const std::string& name) override { setGroupEnabled(name, false); }
    void enableAllGroups() override { shared_->engine.setAllGroupsEnabled(true); }
    void disableAllGroups() override { shared_->engine.setAllGroupsEnabled(false); }

    sidl::array<std::string> getGroupNames() override;
    bool isGroupEnabled(const std::string& name) override {
        return shared_->engine.groupEnabled(shared_->engine.group(name));
    }
    bool setGroupEnabled(const std::string& name, bool enabled) override {
        return shared_->engine.setGroupEnabled(shared_->engine.group(name), enabled);
    }
    void setGroupsEnabled(const std::string& pattern, bool enabled, sidl::array<std::string>& names,
                          sidl::array<bool>& before) override;

private:
    void setById(std::int64_t id, bool enabled);

    std::shared_ptr<SharedEngine> shared_;
};

}  // namespace performance::native
