#include <compiler/emit/Backend.hpp>

#include "PythonEmitter.hpp"
#include "PythonSkeleton.hpp"

namespace sidlc::backend {

Backend python() {
    return {.name = "python",
            .help = "a Python binding and a stub for each file",
            .files = "python/STEM.cpp python/STEM.pyi",
            .emit = emitPython,
            .language = "python",
            .skeletons = pythonSkeletons};
}

}  // namespace sidlc::backend
