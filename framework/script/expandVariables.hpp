#pragma once

#include <string>

#include "script/Command.hpp"

namespace gantry::framework::script {

/// The text of a word that names a file or folders, with $NAME and ${NAME} replaced by variables of
/// the environment, and $$ by $. Throws CommandError at the place of a variable that is not set or
/// has no name.
std::string expandVariables(const Word& word);

}  // namespace gantry::framework::script
