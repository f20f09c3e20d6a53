#include <filesystem>
#include <iostream>
#include <string>

#include "Command.hpp"
#include "ComponentFolder.hpp"
#include "NewComponent.hpp"
#include "OptionParser.hpp"
#include "PortSkeletons.hpp"
#include "ProgramFolder.hpp"

namespace gantry::tools {

namespace {

// CMake finds an installed Gantry from there; empty for one in its build tree.
std::string prefixOption() {
    const std::filesystem::path prefix = programFolder().parent_path();
    return std::filesystem::exists(prefix / "lib" / "cmake" / "gantry")
               ? " -DCMAKE_PREFIX_PATH=" + prefix.string()
               : std::string();
}

int newComponentFolder(const OptionParser& parser) {
    NewComponent component =
        newComponent(parser.positionalWords()[1], parser.value("language").value_or("cxx"),
                     parser.values("provides"), parser.values("uses"));
    const std::filesystem::path folder =
        std::filesystem::path(parser.value("directory").value_or(".")) / component.folder;
    for (const std::string& file : parser.values("sidl")) {
        // As the new folder sees it, so that both may be moved together.
        component.sidlFiles.push_back(
            std::filesystem::absolute(file)
                .lexically_normal()
                .lexically_relative(std::filesystem::absolute(folder).lexically_normal())
                .string());
    }
    const PortSkeletons skeletons(parser.values("sidl"), component.language);
    for (const auto* ports : {&component.provides, &component.uses}) {
        for (const NewPort& port : *ports) {
            skeletons.requireKnown(port.type);
        }
    }
    const auto files = componentFiles(component, skeletons);
    writeFolder(folder, files);
    std::cout << "Written    " << folder.string() << ":";
    for (const NewFile& file : files) {
        std::cout << ' ' << file.name;
    }
    const std::string build = (folder / "build").string();
    std::cout << "\nNext       cmake -S " << folder.string() << " -B " << build << prefixOption()
              << "\n           cmake --build " << build << " && ctest --test-dir " << build << '\n';
    return kDone;
}

int execute(const Words& words) {
    OptionParser parser(
        "gantry new component NAME [options]",
        "Writes the folder of a new component: a source with the methods of its ports, and what "
        "builds and\ntests it. NAME is PACKAGE.CLASS, which gives the folder PACKAGE/class, or the "
        "name of the folder,\nfrom which package and class follow. No file is overwritten.",
        {"gantry new component mine.Square --provides function:numeric.FunctionPort",
         "gantry new component heat_rod --provides go:gov.cca.ports.GoPort \\",
         "    --uses material:thermo.MaterialPort --sidl thermo.sidl --language c"});
    parser.list("provides", "PORT:TYPE...", "Ports others can use, each with its SIDL type.")
        .list("uses", "PORT:TYPE...", "Ports it needs from others.")
        .list("sidl", "FILE...", "Where port types of your own are defined.")
        .option("language", "NAME",
                "The language of the source: cxx (the default), c,\n                          "
                "fortran or python.")
        .option("directory", "DIR", "The folder to write it below (default: the current one).")
        .positional(2, 2);
    if (!parser.parse(words)) {
        return kDone;
    }
    if (parser.positionalWords()[0] != "component") {
        throw UsageError("'new' makes a component, not '" + parser.positionalWords()[0] +
                         "'; write: gantry new component NAME");
    }
    return newComponentFolder(parser);
}

}  // namespace

Command newCommand() {
    return {"create the folder of a new component",
            {"gantry new component mine.Square --provides function:numeric.FunctionPort"},
            execute};
}

}  // namespace gantry::tools
