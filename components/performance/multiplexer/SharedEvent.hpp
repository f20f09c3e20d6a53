#pragma once

#include <performance/null/ContextEvent.hpp>
#include <performance/null/Event.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "BackendSet.hpp"

namespace performance::multiplexer {

/// Hands a value to an object of each backend, which make(measurement) makes where slots has none
/// yet; nothing, where that fails. No lock and no allocation once it is made.
template <class E, class Make>
void triggerAll(Switchboard& board, SlotTable<E>& (Backend::*slots)(), std::uint32_t number,
                double value, const Make& make) noexcept {
    ThreadCalls* const calls = board.enter();
    if (calls == nullptr) {
        return;
    }
    for (const auto& backend : calls->route().backends) {
        try {
            E* event = ((*backend).*slots)().find(number);
            if (event == nullptr) [[unlikely]] {
                event = make(*backend);
            }
            event->trigger(value);
        } catch (...) {  // NOLINT(bugprone-empty-catch): measuring does not break what is measured
        }
    }
    Switchboard::leave(*calls);
}

/// An event of whichever backends measure.
class SharedEvent final : public Event {
public:
    SharedEvent(std::shared_ptr<BackendSet> shared, std::string name)
        : shared_(std::move(shared)), number_(shared_->beginEvent()), name_(std::move(name)) {}
    ~SharedEvent() override { shared_->endEvent(number_); }
    SharedEvent(const SharedEvent&) = delete;
    SharedEvent& operator=(const SharedEvent&) = delete;

    void setName(const std::string& name) override {
        {
            const std::lock_guard lock(mutex_);
            name_ = name;
        }
        const Visit visit(shared_->board());
        for (const auto& backend : visit.backends()) {
            if (Event* const event = backend->events().find(number_)) {
                event->setName(name);
            }
        }
    }
    /// Never throws.
    void trigger(double data) override {
        triggerAll<Event>(shared_->board(), &Backend::events, number_, data,
                          [this](Backend& backend) { return make(backend); });
    }

private:
    Event* make(Backend& backend) {
        std::string name = this->name();
        auto made = backend.measurement().createEventWithName(name);
        if (!made) {
            made = std::shared_ptr<Event>(std::shared_ptr<void>(), &nothing_);
        }
        Event* const kept = backend.events().keep(number_, std::move(made));
        for (std::string now = this->name(); now != name; now = this->name()) {
            kept->setName(now);
            name = now;
        }
        return kept;
    }
    [[nodiscard]] std::string name() const {
        const std::lock_guard lock(mutex_);
        return name_;
    }

    std::shared_ptr<BackendSet> shared_;
    const std::uint32_t number_;
    null::Event nothing_;
    mutable std::mutex mutex_;
    std::string name_;
};

/// A context event of whichever backends measure; one that comes later is switched as the others.
class SharedContextEvent final : public ContextEvent {
public:
    SharedContextEvent(std::shared_ptr<BackendSet> shared, std::string name)
        : shared_(std::move(shared)), number_(shared_->beginEvent()), name_(std::move(name)) {}
    ~SharedContextEvent() override { shared_->endEvent(number_); }
    SharedContextEvent(const SharedContextEvent&) = delete;
    SharedContextEvent& operator=(const SharedContextEvent&) = delete;

    /// Never throws.
    void trigger(double data) override {
        triggerAll<ContextEvent>(shared_->board(), &Backend::contextEvents, number_, data,
                                 [this](Backend& backend) { return make(backend); });
    }
    void enable() override { setEnabled(true); }
    void disable() override { setEnabled(false); }

private:
    void setEnabled(bool enabled) {
        enabled_.store(enabled, std::memory_order_seq_cst);
        const Visit visit(shared_->board());
        for (const auto& backend : visit.backends()) {
            if (ContextEvent* const event = backend->contextEvents().find(number_)) {
                enabled ? event->enable() : event->disable();
            }
        }
    }
    ContextEvent* make(Backend& backend) {
        auto made = backend.measurement().createContextEventWithName(name_);
        if (!made) {
            made = std::shared_ptr<ContextEvent>(std::shared_ptr<void>(), &nothing_);
        }
        ContextEvent* const kept = backend.contextEvents().keep(number_, std::move(made));
        // Who switches meanwhile may not have found it.
        for (bool state = true; state != enabled_.load(std::memory_order_seq_cst); state = !state) {
            state ? kept->disable() : kept->enable();
        }
        return kept;
    }

    std::shared_ptr<BackendSet> shared_;
    const std::uint32_t number_;
    const std::string name_;
    null::ContextEvent nothing_;
    std::atomic<bool> enabled_{true};
};

}  // namespace performance::multiplexer
