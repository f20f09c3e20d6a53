#pragma once

#include <performance/Control.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "Session.hpp"

namespace performance::multiplexer {

/// Switches groups on all backends, on those to come as well. An id that no group has throws
/// gantry::Error.
class SharedControl final : public Control {
public:
    explicit SharedControl(std::shared_ptr<Session> session) : session_(std::move(session)) {}

    void enableGroupId(std::int64_t id) override { enableGroupName(session_->groups().name(id)); }
    void disableGroupId(std::int64_t id) override { disableGroupName(session_->groups().name(id)); }
    void enableGroupName(const std::string& name) override {
        session_->groups().set(name, true);
        forEach([&](Control& control) { control.enableGroupName(name); });
    }
    void disableGroupName(const std::string& name) override {
        session_->groups().set(name, false);
        forEach([&](Control& control) { control.disableGroupName(name); });
    }
    void enableAllGroups() override {
        session_->groups().setAll(true);
        forEach([](Control& control) { control.enableAllGroups(); });
    }
    void disableAllGroups() override {
        session_->groups().setAll(false);
        forEach([](Control& control) { control.disableAllGroups(); });
    }

private:
    template <class Use>
    void forEach(const Use& use) {
        const Visit visit(session_->board());
        for (const auto& backend : visit.backends()) {
            if (const auto control = backend->control()) {
                use(*control);
            }
        }
    }

    std::shared_ptr<Session> session_;
};

}  // namespace performance::multiplexer
