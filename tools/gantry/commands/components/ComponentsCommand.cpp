#include <base/text/Printable.hpp>
#include <framework/ClassDocument.hpp>
#include <framework/ClassText.hpp>
#include <framework/Framework.hpp>

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

using framework::ClassInfo;
using framework::RejectedLibrary;

int execute(const Words& words) {
    OptionParser parser(
        "gantry components [options] [CLASS]",
        "Lists the components that can be loaded, or describes one of them in full. The "
        "descriptions are read from the files; no component is loaded.",
        {"gantry components", "gantry components integrators.Simpson",
         "gantry components --path ./mine --json"});
    parser
        .option("path", "DIRS",
                "Folders with components, separated by ':', searched before the default ones.")
        .flag("json", "Print one JSON document.")
        .positional("[CLASS]");
    if (!parser.parse(words)) {
        return kDone;
    }
    const framework::Framework framework(componentPathValue(parser));
    std::vector<RejectedLibrary> rejected;
    std::vector<ClassInfo> classes = framework.availableClasses(&rejected);
    if (!parser.positionalWords().empty()) {
        const std::string& name = parser.positionalWords().front();
        std::erase_if(classes, [&](const ClassInfo& component) { return component.name != name; });
        if (classes.empty()) {
            throw std::runtime_error("no component class '" + name +
                                     "' on the component path; `gantry components` lists "
                                     "those that are");
        }
    }
    if (parser.has("json")) {
        std::cout << framework::toJson(classes, rejected);
        return kDone;
    }
    if (parser.positionalWords().empty()) {
        std::cout << framework::listText(classes);
        for (const RejectedLibrary& library : rejected) {
            std::cerr << "gantry: left out "
                      << base::printable(library.library.string() + ": " + library.reason) << '\n';
        }
    } else {
        std::cout << framework::detailsText(classes.front());
    }
    return kDone;
}

}  // namespace

Command componentsCommand() {
    return {"list the components that can be loaded", {"gantry components"}, execute};
}

}  // namespace gantry::tools
