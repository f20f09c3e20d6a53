#include "DriverWorkload.hpp"

#include <gantry/Error.hpp>

#include <utility>

#include "assembly/isConnected.hpp"

namespace optimizer {
namespace {

[[noreturn]] void refuse(const std::string& note) {
    throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, note);
}

}  // namespace

DriverWorkload::DriverWorkload(const TrialSettings& settings, Assembly& assembly,
                               std::shared_ptr<gov::cca::Services> services)
    : settings_(settings),
      assembly_(assembly),
      services_(std::move(services)),
      former_(assembly.providerOf(settings.port.user.instance, settings.port.user.port)) {
    if (!isConnected(*services_, kDriverPort)) {
        refuse("a candidate for a port of type " + settings.type +
               " is tried by a run of the driver, and the optimizer's port 'driver' is not "
               "connected; connect it to a GoPort");
    }
}

void DriverWorkload::begin(const Assembly::Provider& candidate, const std::string&) {
    assembly_.replace(settings_.port.user, candidate);
    // Held during the trial, so that call() has no look-up in it.
    driver_ = std::make_unique<gantry::UsedPort<gov::cca::ports::GoPort>>(services_, kDriverPort);
}

void DriverWorkload::call() {
    status_ = (*driver_)->go();
}

WorstCall DriverWorkload::result() {
    if (status_ != 0) {
        refuse("the driver returned status " + std::to_string(status_));
    }
    return {};
}

void DriverWorkload::end() noexcept {
    driver_.reset();
    try {
        const Assembly::Provider& user = settings_.port.user;
        if (former_) {
            assembly_.replace(user, *former_);
        } else {
            assembly_.disconnect(user.instance, user.port);
        }
    } catch (const std::exception&) {
        // The next connect of this port reports what is wrong.
    }
}

void DriverWorkload::adopt(const Assembly::Provider& candidate) {
    assembly_.replace(settings_.port.user, candidate);
}

}  // namespace optimizer
