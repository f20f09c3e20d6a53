#pragma once

#include <gov/cca/CCAException.hpp>
#include <gov/cca/TypeMismatchException.hpp>

#include <string>

namespace gantry {

/// The exception of set-up code: the framework throws it, and components may. The note is one line
/// that says what is wrong, where, and how to fix it. It is a gov::cca::CCAException and a
/// std::exception. Thrown by value, caught by reference, also across shared objects.
class [[gnu::visibility("default")]] Error : public virtual gov::cca::CCAException {
public:
    /// The note is one line for people.
    Error(gov::cca::CCAExceptionType reason, const std::string& note) : reason_(reason) {
        setNote(note);
    }

    gov::cca::CCAExceptionType getCCAExceptionType() override {
        return reason_;
    }

private:
    gov::cca::CCAExceptionType reason_;
};

/// A TypeMap value was asked for, or stored over, as another type. Says which type was requested
/// and which the key has.
class [[gnu::visibility("default")]] TypeMismatch final
    : public Error,
      public virtual gov::cca::TypeMismatchException {
public:
    TypeMismatch(gov::cca::Type requested, gov::cca::Type actual, const std::string& note)
        : Error(gov::cca::CCAExceptionType::BadProperties, note),
          requested_(requested),
          actual_(actual) {}

    gov::cca::CCAExceptionType getCCAExceptionType() override {
        return Error::getCCAExceptionType();
    }
    gov::cca::Type getRequestedType() override {
        return requested_;
    }
    gov::cca::Type getActualType() override {
        return actual_;
    }

private:
    gov::cca::Type requested_;
    gov::cca::Type actual_;
};

}  // namespace gantry
