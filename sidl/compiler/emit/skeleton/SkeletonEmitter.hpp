#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// Method bodies that a person begins with, for each interface p.T that extends gov.cca.Port:
/// `skeleton/p.T.cxx`, the members of a C++ class over gantry::ComponentWith, and `skeleton/p.T.c`,
/// functions, their table and a maker, and `skeleton/p.T.python`, the methods of a class. Every
/// method fails with a note that it is not written yet; in it `@CLASS@` stands for the component's
/// class. `gantry new` puts them together.
std::vector<GeneratedFile> emitSkeletons(const Model& model);

}  // namespace sidlc
