#include <compiler/emit/Backend.hpp>

#include "NullEmitter.hpp"

namespace sidlc::backend {

Backend null() {
    return {.name = "null",
            .help = "a null object (a class that does nothing) for each interface",
            .files = "PACKAGE/null/TYPE.hpp",
            .emit = emitNull};
}

}  // namespace sidlc::backend
