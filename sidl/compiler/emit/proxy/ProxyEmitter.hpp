#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// A proxy for each emitted interface `p.T`: a class `p::proxy::T` in `p/proxy/T.hpp` that passes
/// each call on and observes it as it is asked to; see gantry/Proxy.hpp. Exceptions have none. The
/// rules are in sidl/README.md.
std::vector<GeneratedFile> emitProxies(const Model& model);

}  // namespace sidlc
