#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// A do-nothing twin `<package>::null::T` for every interface T of the emitted files, in
/// alphabetic order; sidl/README.md has the rules. Exceptions (what derives from
/// sidl.BaseException) have no twin. The model has no errors.
std::vector<GeneratedFile> emitNull(const Model& model);

}  // namespace sidlc
