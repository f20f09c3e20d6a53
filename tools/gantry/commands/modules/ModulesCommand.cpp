#include <base/text/Paragraph.hpp>
#include <base/text/Printable.hpp>
#include <perf/recording/ModuleFacts.hpp>
#include <perf/recording/ModulePath.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

namespace fs = std::filesystem;

int execute(const Words& words) {
    OptionParser parser("gantry modules [options]",
                        "Lists the modules that `gantry exec --modules` can load into a program, "
                        "and what each of them measures.",
                        {"gantry modules", "gantry modules --path build", "gantry modules --json"});
    parser.flag("json", "Print one JSON document.")
        .option("path", "DIRS",
                "Folders with further modules, separated by ':', searched before the default one; "
                "also GANTRY_MODULE_PATH.");
    if (!parser.parse(words)) {
        return kDone;
    }
    const perf::ModulePath path = modulePathValue(parser);
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::size_t width = 0;
    const std::vector<fs::path> modules = perf::modulesOn(path);
    for (const fs::path& module : modules) {
        width = std::max(width, module.stem().string().size());
        list.push_back({{"name", module.stem().string()},
                        {"description", perf::moduleFacts(module).description},
                        {"file", module.string()}});
    }
    if (parser.has("json")) {
        std::cout << list.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << '\n';
        return kDone;
    }
    if (modules.empty()) {
        std::cout << "there is no module in " << base::printable(path.own.string()) << '\n';
    }
    for (const fs::path& module : modules) {
        const std::string name = module.stem().string();
        std::cout << base::paragraph(base::printable(name),
                                     base::printable(perf::moduleFacts(module).description),
                                     {.indent = width + 2});
    }
    return kDone;
}

}  // namespace

Command modulesCommand() {
    return {"list the modules that measure libraries in a program", {"gantry modules"}, execute};
}

}  // namespace gantry::tools
