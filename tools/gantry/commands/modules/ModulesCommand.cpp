#include <base/files/OwnProgram.hpp>
#include <base/text/Printable.hpp>
#include <perf/recording/ProgramModules.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>

#include "Command.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

namespace fs = std::filesystem;

// The line beside the shared object; empty for a module that brings none.
std::string descriptionOf(const fs::path& folder, const std::string& module) {
    std::ifstream file(folder / (module + ".txt"));
    std::string line;
    std::getline(file, line);
    return line;
}

int execute(const Words& words) {
    OptionParser parser("gantry modules [options]",
                        "Lists the modules that `gantry exec --modules` can load into a program, "
                        "and what each of them measures.",
                        {"gantry modules", "gantry modules --json"});
    parser.flag("json", "Print one JSON document.");
    if (!parser.parse(words)) {
        return kDone;
    }
    const fs::path folder =
        (base::ownProgramFolder() / ".." / "lib" / "gantry" / "modules").lexically_normal();
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::size_t width = 0;
    const std::vector<std::string> names = perf::modulesIn(folder);
    for (const std::string& name : names) {
        width = std::max(width, name.size());
        list.push_back({{"name", name},
                        {"description", descriptionOf(folder, name)},
                        {"file", (folder / (name + ".so")).string()}});
    }
    if (parser.has("json")) {
        std::cout << list.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << '\n';
        return kDone;
    }
    if (names.empty()) {
        std::cout << "there is no module in " << base::printable(folder.string()) << '\n';
    }
    for (const std::string& name : names) {
        std::cout << base::printable(name) << std::string(width + 2 - name.size(), ' ')
                  << base::printable(descriptionOf(folder, name)) << '\n';
    }
    return kDone;
}

}  // namespace

Command modulesCommand() {
    return {"list the modules that measure libraries in a program", {"gantry modules"}, execute};
}

}  // namespace gantry::tools
