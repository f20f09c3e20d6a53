#pragma once

#include <performance/Control.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "performance/common/GroupFlags.hpp"

namespace performance::common {

/// Switches the groups of a backend. Any thread.
class GroupControl final : public Control {
public:
    /// groups: kept alive as long as this.
    explicit GroupControl(std::shared_ptr<GroupFlags> groups) : groups_(std::move(groups)) {}

    void enableGroupId(std::int64_t id) override { groups_->group(id).enabled = true; }
    void disableGroupId(std::int64_t id) override { groups_->group(id).enabled = false; }
    void enableGroupName(const std::string& name) override { groups_->group(name).enabled = true; }
    void disableGroupName(const std::string& name) override {
        groups_->group(name).enabled = false;
    }
    void enableAllGroups() override { groups_->setAll(true); }
    void disableAllGroups() override { groups_->setAll(false); }

private:
    std::shared_ptr<GroupFlags> groups_;
};

}  // namespace performance::common
