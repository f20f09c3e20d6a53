#include "Command.hpp"

#include <base/text/NameSuggestion.hpp>

namespace gantry::tools {

Command commandNamed(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& [known, command] : allCommands()) {
        if (known == name) {
            return command;
        }
        names.push_back(known);
    }
    const std::string meant = base::didYouMean(name, names);
    throw UsageError("unknown command '" + name + "'" +
                     (meant.empty() ? "; `gantry --help` lists the commands" : meant));
}

}  // namespace gantry::tools
