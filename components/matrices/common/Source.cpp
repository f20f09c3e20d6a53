#include "matrices/common/Source.hpp"

#include <gantry/ports.hpp>

#include <utility>

namespace matrices {

void Source::setServices(const std::shared_ptr<gov::cca::Services>& services) {
    gantry::registerUsesPorts(*services, description_);
    services->addProvidesPort(gantry::own<gov::cca::Port>(this), "system", "linear.OperatorSource",
                              nullptr);
    parameters_.attach(services, description_, kConfiguration,
                       [this](const std::string&) { forget(); });
    measured_.attach(services);
}

std::shared_ptr<linear::Operator> Source::getOperator() {
    const gantry::Timed timed(operatorTimer_);
    const std::lock_guard lock(mutex_);
    return made().matrix;
}

sidl::array<double> Source::getRightSide() {
    const std::lock_guard lock(mutex_);
    return sidl::array<double>(made().rightSide);
}

std::string Source::getName() {
    const std::lock_guard lock(mutex_);
    return made().name;
}

const Source::Made& Source::made() {
    // Lazily: parameters are set after the component was created.
    if (!made_) {
        System system = make();
        if (system.rightSide.empty()) {
            system.rightSide = rightSideOf(system, parameters_.getLong("seed"));
        }
        made_ = std::make_unique<Made>(
            Made{std::move(system.name), std::move(system.rightSide),
                 gantry::makeHeld<gantry::CsrOperator>(
                     *library_, system.numColumns, std::move(system.rowStarts),
                     std::move(system.columns), std::move(system.values))});
    }
    return *made_;
}

void Source::forget() {
    const std::lock_guard lock(mutex_);
    made_.reset();
}

}  // namespace matrices
