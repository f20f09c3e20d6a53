#pragma once

#include <gov/cca/CCAException.hpp>
#include <gov/cca/TypeMismatchException.hpp>

#include <string>

namespace gantry {

/// The exception of set-up code: the framework throws it, and components may. The note is one line
/// that says what is wrong, where, and how to fix it. It is a gov::cca::CCAException and a
/// std::exception. Thrown by value, caught by reference, also across shared objects.
///
///     throw gantry::Error(gov::cca::CCAExceptionType::PortNotConnected,
///                         "port 'driver.function' is not connected; connect it in the script");
///
/// what() and getNote() give the note. A program catches gov::cca::CCAException& for errors of the
/// framework, or std::exception& for all. Measuring and calls through ports throw no Error of their
/// own: a provider's exceptions reach the caller as they are. A copy copies the texts; one thread
/// at a time.
///
/// Reasons that the framework gives:
///
///     PortNotDefined         no port of that name was registered or is provided
///     PortAlreadyDefined     the name is in use
///     PortNotConnected       the uses port has no connection
///     PortNotInUse           releasePort without a getPort
///     UsesPortNotReleased    the port is still in use
///     BadPortName            the name is empty or has blanks
///     BadPortType            the port has another type than its user or its name says
///     BadProperties          a parameter or property has another key, type or value
///     BadPortInfo            a described port is missing, or null was given
///     Unexpected             the operating system refuses
///     Nonstandard            any other one: the note explains
class [[gnu::visibility("default")]] Error : public virtual gov::cca::CCAException {
public:
    /// The note is one line for people. The reason is what a program can decide by: its values are
    /// those of the CCA specification. Throws std::bad_alloc.
    Error(gov::cca::CCAExceptionType reason, const std::string& note) : reason_(reason) {
        setNote(note);
    }

    /// The reason given to the constructor; Nonstandard where only the note explains.
    gov::cca::CCAExceptionType getCCAExceptionType() override {
        return reason_;
    }

private:
    // The note is in sidl::BaseException.
    gov::cca::CCAExceptionType reason_;
};

/// A TypeMap value was asked for, or stored over, as another type. Says which type was requested
/// and which the key has. Its reason is BadProperties. Values are not converted, not even an int to
/// a long: remove the key first to change its type.
class [[gnu::visibility("default")]] TypeMismatch final
    : public Error,
      public virtual gov::cca::TypeMismatchException {
public:
    /// requested and actual differ. Throws std::bad_alloc.
    TypeMismatch(gov::cca::Type requested, gov::cca::Type actual, const std::string& note)
        : Error(gov::cca::CCAExceptionType::BadProperties, note),
          requested_(requested),
          actual_(actual) {}

    gov::cca::CCAExceptionType getCCAExceptionType() override {
        return Error::getCCAExceptionType();
    }
    /// The type of the getter or setter that was called.
    gov::cca::Type getRequestedType() override {
        return requested_;
    }
    /// The type of the value that the key has.
    gov::cca::Type getActualType() override {
        return actual_;
    }

private:
    gov::cca::Type requested_;
    gov::cca::Type actual_;
};

}  // namespace gantry
