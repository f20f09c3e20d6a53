#include <compiler/emit/Backend.hpp>

#include "SkeletonEmitter.hpp"

namespace sidlc::backend {

Backend skeleton() {
    return {.name = "skeleton",
            .help = "first method bodies for each port, in each language",
            .files = "skeleton/TYPE.LANGUAGE",
            .emit = emitSkeletons};
}

}  // namespace sidlc::backend
