#pragma once

#include <compiler/model/Model.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "GeneratedFile.hpp"

namespace sidlc {

/// One back end: what `sidlc --emit NAME` writes. It is the folder emit/NAME with a file
/// Backend.cpp, which defines the function `Backend sidlc::backend::NAME()`; the build finds the
/// folder, and the command line offers what the function returns.
struct Backend {
    std::string_view name;   ///< as after --emit; the name of the folder
    std::string_view help;   ///< what it writes, for --help
    std::string_view files;  ///< the paths it writes, as `c/STEM.h c/STEM.cpp`: STEM is a file
                             ///< without .sidl, PACKAGE/TYPE a type

    /// The files for everything in the model that is marked as emitted. The model has no errors.
    /// The result depends on the model alone.
    std::vector<GeneratedFile> (*emit)(const Model& model) = nullptr;

    /// For a language that components are written in: its name for gantry_component, and the
    /// method bodies that the author of each of these ports begins with, in the same order;
    /// `@CLASS@` in them stands for the component's class. Empty and null for other back ends.
    std::string_view language = {};
    std::vector<std::string> (*skeletons)(const Model& model,
                                          const std::vector<const TypeSymbol*>& ports) = nullptr;
};

/// All of them, in alphabetical order; the build generates the definition.
const std::vector<Backend>& backends();

/// The back end with this name, or null.
const Backend* findBackend(std::string_view name);

}  // namespace sidlc
