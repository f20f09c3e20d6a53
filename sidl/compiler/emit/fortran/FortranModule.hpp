#pragma once

#include <string>
#include <vector>

#include "FortranTypes.hpp"

namespace sidlc {

/// The module of one package, of the types of one file in it. `before` are the modules it uses.
std::string fortranModuleText(const FortranTypes& types, const std::string& module,
                              const std::vector<const TypeSymbol*>& members,
                              const std::set<std::string>& before);

}  // namespace sidlc
