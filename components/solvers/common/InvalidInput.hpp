#pragma once

#include <gantry/Error.hpp>
#include <linear/InvalidSystem.hpp>

#include <string>

namespace solvers {

/// What is thrown for a system that cannot be worked on.
class [[gnu::visibility("default")]] InvalidInput final : public gantry::Error,
                                                          public virtual linear::InvalidSystem {
public:
    InvalidInput(linear::Fault fault, const std::string& note)
        : Error(gov::cca::CCAExceptionType::BadProperties, note), fault_(fault) {}

    gov::cca::CCAExceptionType getCCAExceptionType() override {
        return Error::getCCAExceptionType();
    }
    linear::Fault getFault() override {
        return fault_;
    }

private:
    linear::Fault fault_;
};

}  // namespace solvers
