#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// The Fortran binding of every emitted file: `fortran/STEM.f90`, Fortran 2018, with one module for
/// each package of the file; it builds on the C binding. The model has no errors.
std::vector<GeneratedFile> emitFortran(const Model& model);

}  // namespace sidlc
