#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <string>
#include <vector>

#include "CTypes.hpp"

namespace sidlc {

/// The binding for C of every file that is emitted: `c/STEM.h`, a header of C99, and `c/STEM.cpp`,
/// the bridge behind it, for calls from C to C++ and back. The model has no errors.
std::vector<GeneratedFile> emitC(const Model& model);

/// The text of `c/STEM.h`.
std::string cHeader(const CTypes& types, const SourceFile& file);

/// The text of `c/STEM.cpp`.
std::string cBridge(const CTypes& types, const SourceFile& file);

}  // namespace sidlc
