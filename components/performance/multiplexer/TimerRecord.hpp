#pragma once

#include <cstdint>
#include <mutex>
#include <string>

namespace performance::multiplexer {

/// How a timer is named.
struct Identity {
    std::string name;
    std::string type;
    std::string group;
};

/// A timer or phase as the multiplexer knows it, whichever backends measure. Any thread.
class TimerRecord final {
public:
    /// The number stays the record's when it is used for another timer later.
    TimerRecord(std::uint32_t number, bool isPhase) : number_(number), isPhase_(isPhase) {}

    [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
    [[nodiscard]] bool isPhase() const noexcept { return isPhase_; }

    void begin(Identity identity) {
        const std::lock_guard lock(mutex_);
        identity_ = std::move(identity);
        ++version_;
    }
    void set(std::string Identity::*part, const std::string& text) {
        const std::lock_guard lock(mutex_);
        identity_.*part = text;
        ++version_;
    }
    [[nodiscard]] std::string get(std::string Identity::*part) const {
        const std::lock_guard lock(mutex_);
        return identity_.*part;
    }
    /// What it is called; version reports whether that has changed since.
    [[nodiscard]] Identity identity(std::uint64_t& version) const {
        const std::lock_guard lock(mutex_);
        version = version_;
        return identity_;
    }

private:
    const std::uint32_t number_;
    const bool isPhase_;
    mutable std::mutex mutex_;
    Identity identity_;
    std::uint64_t version_ = 0;
};

}  // namespace performance::multiplexer
