#pragma once

#include <performance/Timer.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <wiring/Watcher.hpp>

namespace gantry::framework {

/// Stands in a probe for its timer and tells a watcher of the call, before the timer starts and
/// after it has stopped. A call that is made while an exception passes counts as failed.
class WatchedTimer final : public performance::Timer {
public:
    /// inner may be null: the call is not timed.
    WatchedTimer(std::shared_ptr<performance::Timer> inner,
                 std::shared_ptr<wiring::Watcher> watcher)
        : inner_(std::move(inner)), watcher_(std::move(watcher)) {}

    [[nodiscard]] const std::shared_ptr<performance::Timer>& inner() const { return inner_; }
    [[nodiscard]] const std::shared_ptr<wiring::Watcher>& watcher() const { return watcher_; }

    void start() override {
        tell([this] { watcher_->begun(); });
        if (inner_) {
            inner_->start();
        }
    }
    void stop() override {
        if (inner_) {
            inner_->stop();
        }
        tell([this] { watcher_->ended(std::uncaught_exceptions() > 0); });
    }
    void setParam1L(std::int64_t value, const std::string& name) override {
        if (inner_) {
            inner_->setParam1L(value, name);
        }
    }
    void setName(const std::string& name) override {
        if (inner_) {
            inner_->setName(name);
        }
    }
    std::string getName() override { return inner_ ? inner_->getName() : ""; }
    void setType(const std::string& name) override {
        if (inner_) {
            inner_->setType(name);
        }
    }
    std::string getType() override { return inner_ ? inner_->getType() : ""; }
    void setGroupName(const std::string& name) override {
        if (inner_) {
            inner_->setGroupName(name);
        }
    }
    std::string getGroupName() override { return inner_ ? inner_->getGroupName() : ""; }
    void setGroupId(std::int64_t group) override {
        if (inner_) {
            inner_->setGroupId(group);
        }
    }
    std::int64_t getGroupId() override { return inner_ ? inner_->getGroupId() : 0; }

private:
    template <class Telling>
    static void tell(const Telling& telling) noexcept {
        try {
            telling();
        } catch (...) {  // NOLINT(bugprone-empty-catch): watching does not break the call.
        }
    }

    std::shared_ptr<performance::Timer> inner_;
    std::shared_ptr<wiring::Watcher> watcher_;
};

}  // namespace gantry::framework
