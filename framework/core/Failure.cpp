#include "core/Failure.hpp"

#include <gov/cca/CCAException.hpp>

#include <exception>

namespace gantry::framework {

// Copies the text now: an exception's class may be code of a library that is about to be unloaded.
Failure currentFailure() {
    try {
        throw;
    } catch (gov::cca::CCAException& exception) {
        return {exception.getCCAExceptionType(), exception.getNote()};
    } catch (const std::exception& exception) {
        return {gov::cca::CCAExceptionType::Unexpected, exception.what()};
    } catch (...) {
        return {gov::cca::CCAExceptionType::Unexpected,
                "an exception that is not a std::exception"};
    }
}

}  // namespace gantry::framework
