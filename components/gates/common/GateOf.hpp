#pragma once

#include <gantry/Error.hpp>
#include <gantry/Instrumentation.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/CCAException.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/TypeMap.hpp>
#include <tuning/Gate.hpp>
#include <tuning/Learned.hpp>
#include <tuning/Requests.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>

namespace gates {

/// Names of the uses ports to the tuner and to the candidate that serves without one.
inline constexpr const char* kRequestsPort = "requests";
inline constexpr const char* kIncumbentPort = "incumbent";

/// What is known of a request before it is served: a key for equal requests, and named features,
/// one value per name. See tuning.Strategy.enterContext.
struct Context {
    std::string key;
    sidl::array<std::string> featureNames;
    sidl::array<double> features;
};

/// How a candidate's call ended.
struct Attempt {
    tuning::Status status = tuning::Status::Completed;
    /// The error over the allowed error, so at most 1 is good; NaN if it was not checked.
    double quality = std::nan("");
    /// For people: what went wrong.
    std::string message;
    /// Whether no other candidate is tried where this one was rejected.
    bool endsRequest = false;
};

/// Base class of the gates. It registers a uses port for each candidate and serves requests one at
/// a time by the candidates that the tuner assigns. If no tuner is connected, the incumbent serves
/// them. Tuned is the port type of the candidates.
///
/// Threads: a mutex serialises open and serve, so a candidate must not call back into them.
template <class Tuned>
class GateOf : public tuning::Gate {
public:
    /// portType: the SIDL name of Tuned.
    explicit GateOf(const char* portType) : portType_(portType) {}

    /// Once, in setServices, before any other method.
    void attach(const std::shared_ptr<gov::cca::Services>& services) { services_ = services; }

    /// The SIDL name of Tuned.
    std::string getPortType() override { return portType_; }
    /// Registers or unregisters uses ports until there are `candidates` of them, named candidate0,
    /// candidate1 and so on. Waits for a request in progress.
    void open(std::int32_t candidates) override {
        const std::lock_guard lock(mutex_);
        for (; open_ > candidates && open_ > 0; --open_) {
            services_->unregisterUsesPort(candidatePort(open_ - 1));
        }
        for (; open_ < candidates; ++open_) {
            services_->registerUsesPort(candidatePort(open_), portType_, nullptr);
        }
    }
    /// The capabilities of an open candidate, which must be connected. Throws what
    /// Services::getPort throws.
    tuning::Candidate describe(std::int32_t candidate) override {
        const gantry::UsedPort<Tuned> port(services_, candidatePort(candidate));
        return capabilitiesOf(*port);
    }

    /// Nothing; a gate that ships measurements overrides it.
    sidl::array<tuning::Learned> getExperience() override { return {}; }

protected:
    /// The capabilities of a candidate; name and version are left empty.
    virtual tuning::Candidate capabilitiesOf(Tuned& candidate) = 0;

    /// Serves one request. context() returns its Context by a reference that stays valid; it is not
    /// called without a tuner. call(port, assignment, requests) calls the candidate, stops its
    /// timer by requests.stop(), and returns the Attempt. A rejected attempt is retried with the
    /// candidate that the tuner names next, unless it ends the request. Returns false if no
    /// candidate is left. What call throws ends the request without a conclusion.
    template <class Describe, class Call>
    bool serve(const Describe& context, const Call& call) {
        const std::lock_guard lock(mutex_);
        const Tuner requests(*services_);
        if (requests.get() == nullptr) {
            NoRequests alone;
            const gantry::UsedPort<Tuned> incumbent(services_, kIncumbentPort);
            return call(*incumbent, alone.assignment(), alone).status == tuning::Status::Completed;
        }
        const Context& known = context();
        tuning::Assignment assignment =
            requests->begin(known.key, known.featureNames, known.features);
        for (; assignment.candidate >= 0; assignment = requests->retry()) {
            Attempt attempt;
            try {
                const gantry::UsedPort<Tuned> port(services_, assignment.port);
                attempt = call(*port, assignment, *requests);
            } catch (...) {
                requests->stop();
                throw;
            }
            if (requests->conclude(attempt.status, attempt.quality, attempt.message)) {
                return true;
            }
            if (attempt.endsRequest) {
                return false;
            }
        }
        return false;
    }

    [[nodiscard]] const std::shared_ptr<gov::cca::Services>& services() const { return services_; }
    /// Whether a tuner is connected.
    bool isTuned() { return Tuner(*services_).get() != nullptr; }
    /// Reports to the tuner, if there is one, why a call is served without a request.
    void skip(const std::string& reason) {
        if (const Tuner requests(*services_); requests.get() != nullptr) {
            requests.get()->skip(reason);
        }
    }

private:
    /// The port of the tuner to the end of the scope, where one is connected: one look-up, while
    /// asking first and using then would be two.
    class Tuner final {
    public:
        explicit Tuner(gov::cca::Services& services)
            : services_(services), held_(services.getPortNonblocking(kRequestsPort)) {
            try {
                port_ = gantry::castPort<tuning::Requests>(held_, kRequestsPort);
            } catch (...) {
                services_.releasePort(kRequestsPort);
                throw;
            }
        }
        ~Tuner() {
            port_.reset();
            if (held_) {
                held_.reset();
                try {
                    services_.releasePort(kRequestsPort);
                } catch (const gov::cca::CCAException&) {
                    // The port was withdrawn meanwhile: there is nothing left to release.
                }
            }
        }
        Tuner(const Tuner&) = delete;
        Tuner& operator=(const Tuner&) = delete;

        /// Null if there is no tuner.
        [[nodiscard]] tuning::Requests* get() const { return port_.get(); }
        tuning::Requests* operator->() const { return port_.get(); }
        tuning::Requests& operator*() const { return *port_; }

    private:
        gov::cca::Services& services_;
        std::shared_ptr<gov::cca::Port> held_;
        std::shared_ptr<tuning::Requests> port_;
    };

    /// Stands for the tuner where there is none.
    class NoRequests final : public tuning::Requests {
    public:
        tuning::Assignment assignment() {
            tuning::Assignment only;
            only.limit = std::numeric_limits<double>::infinity();
            return only;
        }
        tuning::Assignment begin(const std::string&, const sidl::array<std::string>&,
                                 const sidl::array<double>&) override {
            return assignment();
        }
        tuning::Assignment retry() override { return assignment(); }
        void stop() override {}
        bool conclude(tuning::Status, double, const std::string&) override { return true; }
        void skip(const std::string&) override {}
    };

    static std::string candidatePort(std::int32_t candidate) {
        return "candidate" + std::to_string(candidate);
    }

    const char* portType_;
    std::shared_ptr<gov::cca::Services> services_;
    std::mutex mutex_;
    std::int32_t open_ = 0;
};

}  // namespace gates
