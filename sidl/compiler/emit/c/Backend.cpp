#include <compiler/emit/Backend.hpp>

#include "CEmitter.hpp"
#include "CSkeleton.hpp"

namespace sidlc::backend {

Backend c() {
    return {.name = "c",
            .help = "a header and a bridge for C for each file",
            .files = "c/STEM.h c/STEM.cpp",
            .emit = emitC,
            .language = "c",
            .skeletons = cSkeletons};
}

}  // namespace sidlc::backend
