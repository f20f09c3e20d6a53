#pragma once

#include <gantry/plugin.hpp>

#include <filesystem>

namespace gantry::framework::loader {

/// Throws gantry::Error, naming the file, if the description has another ABI number than this
/// framework.
void checkAbi(const std::filesystem::path& file, const ComponentDescription& description);
/// Throws gantry::Error, naming the file, if the description is against the rules.
void checkDescription(const std::filesystem::path& file, const ComponentDescription& description);

}  // namespace gantry::framework::loader
