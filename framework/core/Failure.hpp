#pragma once

#include <gov/cca/CCAExceptionType.hpp>

#include <string>

namespace gantry::framework {

/// What is kept of an exception whose own code may be unloaded before the message is read: a copy
/// of its text, and its type as far as CCA has one.
struct Failure {
    gov::cca::CCAExceptionType reason = gov::cca::CCAExceptionType::Unexpected;
    std::string text;
};

/// The exception that is being handled; only inside a catch block.
Failure currentFailure();

}  // namespace gantry::framework
