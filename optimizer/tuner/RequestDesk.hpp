#pragma once

#include <gantry/Error.hpp>
#include <tuning/Requests.hpp>

#include <memory>
#include <mutex>
#include <string>

namespace optimizer {

/// The port that gates ask: passes requests on to what serves them while there is something.
/// Threads may open and close while a request is served; it ends where it began.
class RequestDesk final : public tuning::Requests {
public:
    void open(std::shared_ptr<tuning::Requests> serving) {
        const std::lock_guard lock(mutex_);
        serving_ = std::move(serving);
    }
    void close() noexcept {
        const std::lock_guard lock(mutex_);
        serving_.reset();
    }

    tuning::Assignment begin(const std::string& key, const sidl::array<std::string>& featureNames,
                             const sidl::array<double>& features) override {
        return serving()->begin(key, featureNames, features);
    }
    tuning::Assignment retry() override { return serving()->retry(); }
    void stop() override { serving()->stop(); }
    bool conclude(tuning::Status status, double quality, const std::string& message) override {
        return serving()->conclude(status, quality, message);
    }

private:
    std::shared_ptr<tuning::Requests> serving() {
        const std::lock_guard lock(mutex_);
        if (!serving_) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                "the tuner has not arranged anything yet; call its go first");
        }
        return serving_;
    }

    std::mutex mutex_;
    std::shared_ptr<tuning::Requests> serving_;
};

}  // namespace optimizer
