#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// The binding for Fortran of every file that is emitted: `fortran/STEM.f90`, Fortran 2018, with
/// one module for each package of the file; it stands on the binding for C. The model has no
/// errors.
std::vector<GeneratedFile> emitFortran(const Model& model);

}  // namespace sidlc
