#include "Command.hpp"

#include <base/text/NameSuggestion.hpp>

#include <algorithm>

namespace gantry::tools {

Command commandNamed(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& [known, command] : allCommands()) {
        if (known == name) {
            return command;
        }
        names.push_back(known);
    }
    const std::vector<std::string> leftOut = commandsLeftOut();
    if (std::find(leftOut.begin(), leftOut.end(), name) != leftOut.end()) {
        throw UsageError("this build of gantry was configured without the command '" + name +
                         "'; build all commands: cmake -DGANTRY_COMMANDS= BUILD_FOLDER && cmake "
                         "--build BUILD_FOLDER");
    }
    const std::string meant = base::didYouMean(name, names);
    throw UsageError("unknown command '" + name + "'" +
                     (meant.empty() ? "; `gantry --help` lists the commands" : meant));
}

}  // namespace gantry::tools
