#pragma once

#include <compiler/model/Model.hpp>

#include <string>
#include <vector>

namespace sidlc {

/// The paths of all files of the model, as they were given or found, in the order they were read.
std::vector<std::string> filesRead(const Model& model);

/// A rule for make and ninja: the targets depend on the files. Each file is a target without a rule
/// too, so that the build continues when one is deleted.
std::string dependencyRule(const std::vector<std::string>& targets,
                           const std::vector<std::string>& files);

}  // namespace sidlc
