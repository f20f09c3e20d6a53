#include "Backend.hpp"

#include <utility>

namespace performance::multiplexer {
namespace {

constexpr const char* kCarriedOver = "calls carried over";

std::shared_ptr<Timer> makeOf(Measurement& measurement, const Identity& identity, Timer*) {
    return measurement.createTimerWithNameTypeGroup(identity.name, identity.type, identity.group);
}

std::shared_ptr<Phase> makeOf(Measurement& measurement, const Identity& identity, Phase*) {
    return measurement.createPhaseWithNameTypeGroup(identity.name, identity.type, identity.group);
}

template <class T>
void rename(T& timer, const Identity& identity) {
    timer.setName(identity.name);
    timer.setType(identity.type);
    timer.setGroupName(identity.group);
}

// Another thread may have made it meanwhile; then that one stays.
template <class T, class Make>
std::shared_ptr<T> madeOnce(std::mutex& mutex, std::shared_ptr<T>& place, const Make& make) {
    {
        const std::lock_guard lock(mutex);
        if (place) {
            return place;
        }
    }
    std::shared_ptr<T> made = make();
    const std::lock_guard lock(mutex);
    if (!place) {
        place = std::move(made);
    }
    return place;
}

}  // namespace

// The backend is called without a lock held, as it may do anything.
template <class T>
T* Backend::make(TimerRecord& record) noexcept {
    T* nothing = nullptr;
    if constexpr (std::is_same_v<T, Timer>) {
        nothing = &noTimer_;
    } else {
        nothing = &noPhase_;
    }
    SlotTable<T>& slots = table(nothing);
    try {
        std::uint64_t version = 0;
        std::shared_ptr<T> made;
        try {
            made = makeOf(*measurement_, record.identity(version), nothing);
        } catch (...) {  // NOLINT(bugprone-empty-catch): not measured by this backend
        }
        if (!made) {
            made = std::shared_ptr<T>(std::shared_ptr<void>(), nothing);
        }
        T* const kept = slots.keep(record.number(), std::move(made));
        for (std::uint64_t now = version;;) {
            const Identity identity = record.identity(now);
            if (now == version) {
                return kept;
            }
            rename(*kept, identity);
            version = now;
        }
    } catch (...) {
        // No memory; the next start tries again.
        T* const kept = slots.find(record.number());
        return kept != nullptr ? kept : nothing;
    }
}

template Timer* Backend::make<Timer>(TimerRecord&) noexcept;
template Phase* Backend::make<Phase>(TimerRecord&) noexcept;

void Backend::start(TimerRecord& record) noexcept {
    if (record.isPhase()) {
        startOf<Phase>(record);
    } else {
        startOf<Timer>(record);
    }
}

void Backend::stop(const TimerRecord& record) noexcept {
    if (record.isPhase()) {
        stopOf<Phase>(record);
    } else {
        stopOf<Timer>(record);
    }
}

void Backend::countCarriedOver() noexcept {
    try {
        const auto event = madeOnce(mutex_, carriedOver_, [this] {
            return measurement_->createContextEventWithName(kCarriedOver);
        });
        if (event) {
            event->trigger(1);
        }
    } catch (...) {  // NOLINT(bugprone-empty-catch): then the backend does not tell it
    }
}

std::shared_ptr<Query> Backend::query() {
    return madeOnce(mutex_, query_, [this] { return measurement_->createQuery(); });
}

std::shared_ptr<Control> Backend::control() {
    return madeOnce(mutex_, control_, [this] { return measurement_->createControl(); });
}

std::shared_ptr<Monitor> Backend::monitor() {
    return madeOnce(mutex_, monitor_, [this] { return measurement_->getMonitor(); });
}

std::shared_ptr<PerfParam> Backend::perfParam() {
    return madeOnce(mutex_, perfParam_, [this] { return measurement_->getPerfParam(); });
}

void Backend::drop(const TimerRecord& record) noexcept {
    if (record.isPhase()) {
        phases_.take(record.number());
    } else {
        timers_.take(record.number());
    }
}

}  // namespace performance::multiplexer
