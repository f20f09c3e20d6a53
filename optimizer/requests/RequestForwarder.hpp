#pragma once

#include <gantry/Error.hpp>
#include <tuning/Requests.hpp>

#include <memory>
#include <mutex>
#include <string>

namespace optimizer {

/// The port that gates use: forwards requests to the server of the tuned port while there is one.
/// Other threads may open and close it during a request, which is then finished by its own server.
/// Every method throws gantry::Error while there is no server.
class RequestForwarder final : public tuning::Requests {
public:
    /// From now on requests go to this server.
    void open(std::shared_ptr<tuning::Requests> server) {
        const std::lock_guard lock(mutex_);
        server_ = std::move(server);
    }
    /// From now on there is no server. A request that has begun keeps it alive.
    void close() noexcept {
        const std::lock_guard lock(mutex_);
        server_.reset();
    }

    tuning::Assignment begin(const std::string& key, const sidl::array<std::string>& featureNames,
                             const sidl::array<double>& features) override {
        return server()->begin(key, featureNames, features);
    }
    tuning::Assignment retry() override { return server()->retry(); }
    void stop() override { server()->stop(); }
    bool conclude(tuning::Status status, double quality, const std::string& message) override {
        return server()->conclude(status, quality, message);
    }
    void skip(const std::string& reason) override { server()->skip(reason); }

private:
    std::shared_ptr<tuning::Requests> server() {
        const std::lock_guard lock(mutex_);
        if (!server_) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                "the tuner has not arranged a port yet; call its go first");
        }
        return server_;
    }

    std::mutex mutex_;
    std::shared_ptr<tuning::Requests> server_;
};

}  // namespace optimizer
