#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// A proxy for each emitted interface `p.T`: a class `p::proxy::T` in `p/proxy/T.hpp` that forwards
/// each call and observes it as its probes ask; see gantry/Proxy.hpp. Exceptions have none.
/// docs/guide/sidl-mapping.md has the rules.
std::vector<GeneratedFile> emitProxies(const Model& model);

}  // namespace sidlc
