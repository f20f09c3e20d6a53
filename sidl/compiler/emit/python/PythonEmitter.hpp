#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// For each emitted file STEM.sidl: python/STEM.cpp, which makes the Python classes of its types
/// known (over languages/python), and python/STEM.pyi, which describes them to people and editors.
/// Nothing is emitted for package sidl. The model has no errors.
std::vector<GeneratedFile> emitPython(const Model& model);

/// The text of python/STEM.pyi.
std::string pythonStub(const Model& model, const SourceFile& file);

}  // namespace sidlc
