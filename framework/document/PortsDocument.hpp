#pragma once

#include <framework/Framework.hpp>

#include <string>

namespace gantry::framework {

/// The instances of a running assembly with their ports, connections, parameters, and the provides
/// ports that fit each uses port, as docs/formats/assembly-ports.md says: one line of JSON. Texts
/// that are not UTF-8 have U+FFFD where they are not. Calls the parameter ports of components.
std::string portsJson(const Framework& framework);

}  // namespace gantry::framework
