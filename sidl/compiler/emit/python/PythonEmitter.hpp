#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// For each emitted file STEM.sidl: python/STEM.cpp, which registers the Python classes of its
/// types (through languages/python), and python/STEM.pyi, a stub for editors and type checkers.
/// Nothing is generated for package sidl. The model has no errors.
std::vector<GeneratedFile> emitPython(const Model& model);

/// The text of python/STEM.pyi.
std::string pythonStub(const Model& model, const SourceFile& file);

}  // namespace sidlc
