#include <compiler/emit/Backend.hpp>

#include "FortranEmitter.hpp"
#include "FortranSkeleton.hpp"

namespace sidlc::backend {

Backend fortran() {
    return {.name = "fortran",
            .help = "a Fortran module for each file, on top of the C binding",
            .files = "fortran/STEM.f90",
            .emit = emitFortran,
            .language = "fortran",
            .skeletons = fortranSkeletons};
}

}  // namespace sidlc::backend
