#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// A null object `<package>::null::T` for every interface T of the emitted files, in alphabetical
/// order; docs/guide/sidl-mapping.md has the rules. Exceptions (types that derive from
/// sidl.BaseException) have none. The model has no errors.
std::vector<GeneratedFile> emitNull(const Model& model);

}  // namespace sidlc
