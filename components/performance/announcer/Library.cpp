#include "Library.hpp"

#include <gantry/Error.hpp>

#include <cstdlib>

namespace performance::announcer {

void* libraryIn(const char* variable) {
    const char* const value = std::getenv(variable);
    const std::string file = value != nullptr ? std::string(value) : std::string();
    const std::string first = file.substr(0, file.find(';'));
    if (first.empty()) {
        return nullptr;
    }
    void* const library = ::dlopen(first.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const reason = ::dlerror();
        throw gantry::Error(
            gov::cca::CCAExceptionType::BadProperties,
            std::string("performance.Announcer: ") + variable + " names " + first +
                ", which cannot be loaded: " + (reason != nullptr ? reason : "unknown reason") +
                "; name another tool or unset it");
    }
    return library;
}

}  // namespace performance::announcer
