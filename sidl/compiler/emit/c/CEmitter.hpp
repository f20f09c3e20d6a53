#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <string>
#include <vector>

#include "CTypes.hpp"

namespace sidlc {

/// The C binding of every emitted file: `c/STEM.h`, a C99 header, and `c/STEM.cpp`, its bridge, for
/// calls from C to C++ and back. The model has no errors.
std::vector<GeneratedFile> emitC(const Model& model);

/// The text of `c/STEM.h`.
std::string cHeader(const CTypes& types, const SourceFile& file);

/// The text of `c/STEM.cpp`.
std::string cBridge(const CTypes& types, const SourceFile& file);

}  // namespace sidlc
