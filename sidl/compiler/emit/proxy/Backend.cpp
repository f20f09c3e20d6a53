#include <compiler/emit/Backend.hpp>

#include "ProxyEmitter.hpp"

namespace sidlc::backend {

Backend proxy() {
    return {.name = "proxy",
            .help = "a proxy for each interface, which observes its calls",
            .files = "PACKAGE/proxy/TYPE.hpp",
            .emit = emitProxies};
}

}  // namespace sidlc::backend
