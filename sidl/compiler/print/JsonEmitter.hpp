#pragma once

#include <compiler/model/Model.hpp>

#include <string>

namespace sidlc {

/// The checked model as one JSON document; docs/formats/sidl-model.md is its contract. Holds the
/// packages, types and contracts of the files to be emitted, with every name resolved. The text
/// depends on the sources only. The model has no errors.
std::string jsonText(const Model& model);

}  // namespace sidlc
