#pragma once

#include <performance/GroupControl.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "BackendSet.hpp"

namespace performance::multiplexer {

/// Switches groups on all backends, on those to come as well. An id that no group has throws
/// gantry::Error. Names and states are those of the first backend whose control reports them, and
/// what is switched there by a pattern is switched by name on those that take none.
class SharedControl final : public GroupControl {
public:
    explicit SharedControl(std::shared_ptr<BackendSet> shared) : shared_(std::move(shared)) {}

    void enableGroupId(std::int64_t id) override { enableGroupName(shared_->groups().name(id)); }
    void disableGroupId(std::int64_t id) override { disableGroupName(shared_->groups().name(id)); }
    void enableGroupName(const std::string& name) override {
        shared_->groups().set(name, true);
        forEach([&](Control& control) { control.enableGroupName(name); });
    }
    void disableGroupName(const std::string& name) override {
        shared_->groups().set(name, false);
        forEach([&](Control& control) { control.disableGroupName(name); });
    }
    void enableAllGroups() override {
        shared_->groups().setAll(true);
        forEach([](Control& control) { control.enableAllGroups(); });
    }
    void disableAllGroups() override {
        shared_->groups().setAll(false);
        forEach([](Control& control) { control.disableAllGroups(); });
    }

    sidl::array<std::string> getGroupNames() override {
        sidl::array<std::string> names;
        const Telling telling(*shared_);
        if (telling.control) {
            names = telling.control->getGroupNames();
        }
        return names;
    }
    /// True where no backend reports.
    bool isGroupEnabled(const std::string& name) override {
        const Telling telling(*shared_);
        return !telling.control || telling.control->isGroupEnabled(name);
    }
    bool setGroupEnabled(const std::string& name, bool enabled) override {
        const bool before = isGroupEnabled(name);
        enabled ? enableGroupName(name) : disableGroupName(name);
        return before;
    }
    void setGroupsEnabled(const std::string& pattern, bool enabled, sidl::array<std::string>& names,
                          sidl::array<bool>& before) override {
        names = {};
        before = {};
        {
            const Telling telling(*shared_);
            if (telling.control) {
                telling.control->setGroupsEnabled(pattern, enabled, names, before);
            }
        }
        for (const std::string& name : names) {
            enabled ? enableGroupName(name) : disableGroupName(name);
        }
    }

private:
    // The control that reports states; null where no backend has one. For the length of one
    // question.
    struct Telling {
        explicit Telling(BackendSet& shared) : visit(shared.board()) {
            for (const auto& backend : visit.backends()) {
                control = std::dynamic_pointer_cast<GroupControl>(backend->control());
                if (control) {
                    return;
                }
            }
        }

        Visit visit;
        std::shared_ptr<GroupControl> control;
    };

    template <class Use>
    void forEach(const Use& use) {
        const Visit visit(shared_->board());
        for (const auto& backend : visit.backends()) {
            if (const auto control = backend->control()) {
                use(*control);
            }
        }
    }

    std::shared_ptr<BackendSet> shared_;
};

}  // namespace performance::multiplexer
