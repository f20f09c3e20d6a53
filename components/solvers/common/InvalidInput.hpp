#pragma once

#include <gantry/Error.hpp>
#include <linear/InvalidSystem.hpp>

#include <string>

namespace solvers {

/// Thrown by a solver for an operator, a vector or limits that it cannot work with. Callers catch
/// it as linear::InvalidSystem, with the kind of fault, or as a CCA exception of type
/// BadProperties, with a note that names the element and its value. A system that is valid but that
/// the method cannot solve is not an InvalidInput: it is reported in the outcome (see Breakdown).
///
/// Visible outside of the shared object, so that callers in other libraries can catch it by type.
class [[gnu::visibility("default")]] InvalidInput final : public gantry::Error,
                                                          public virtual linear::InvalidSystem {
public:
    /// note is the message for people; it says what is wrong and what is expected.
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
