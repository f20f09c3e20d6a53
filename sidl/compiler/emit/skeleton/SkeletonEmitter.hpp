#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// Method bodies that the author of a component begins with: for each interface p.T that extends
/// gov.cca.Port, and each back end with skeletons, the file `skeleton/p.T.LANGUAGE`. Every method
/// fails with a note that it is not written yet; `@CLASS@` in it stands for the component's class,
/// which `gantry new` fills in. The model has no errors.
std::vector<GeneratedFile> emitSkeletons(const Model& model);

}  // namespace sidlc
