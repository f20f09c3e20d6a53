#include <compiler/emit/Backend.hpp>

#include "CppEmitter.hpp"
#include "CppSkeleton.hpp"

namespace sidlc::backend {

Backend cpp() {
    return {.name = "cpp",
            .help = "a C++ header for each type",
            .files = "PACKAGE/TYPE.hpp",
            .emit = emitCpp,
            .language = "cxx",
            .skeletons = cppSkeletons};
}

}  // namespace sidlc::backend
