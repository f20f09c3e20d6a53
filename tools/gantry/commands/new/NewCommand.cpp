#include <base/files/OwnProgram.hpp>
#include <base/text/ShellWord.hpp>
#include <scaffold/ComponentFolder.hpp>
#include <scaffold/NewComponent.hpp>
#include <scaffold/PortSkeletons.hpp>

#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

using base::shellWord;
using scaffold::NewComponent;

// CMake finds Gantry from there, installed or in its build tree.
std::string prefixOption() {
    const std::filesystem::path prefix = base::ownProgramFolder().parent_path();
    return std::filesystem::exists(prefix / "lib" / "cmake" / "gantry")
               ? " -DCMAKE_PREFIX_PATH=" + shellWord(prefix)
               : std::string();
}

// The commands that build, test and run the component, from the current folder as they stand.
std::string nextSteps(const NewComponent& component, const std::filesystem::path& folder) {
    const std::string build = shellWord(folder / "build");
    return "Next       cmake -S " + shellWord(folder) + " -B " + build + prefixOption() +
           "\n           cmake --build " + build + " && ctest --test-dir " + build +
           "\n           " + shellWord(base::ownProgramWord()) + " run --path " +
           shellWord(folder / "build" / "lib" / "gantry") + ' ' +
           shellWord(folder / (component.folderName() + ".rc")) + '\n';
}

NewComponent componentOf(const OptionParser& parser) {
    const auto portsOf = [&](const char* option) {
        return readValue(option, [&] { return scaffold::readPorts(parser.values(option)); });
    };
    const std::string language =
        choiceValue(parser, "language", {"cxx", "c", "fortran", "python"}).value_or("cxx");
    return readWords([&] {
        return scaffold::newComponent(parser.positionalWords()[1], language, portsOf("provides"),
                                      portsOf("uses"));
    });
}

int newComponentFolder(const OptionParser& parser) {
    NewComponent component = componentOf(parser);
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
    const scaffold::PortSkeletons skeletons(
        {base::ownProgramFolder() / "sidlc",
         base::ownProgramFolder().parent_path() / "share" / "gantry"},
        parser.values("sidl"), component.language);
    for (const auto& [option, ports] :
         {std::pair{"provides", &component.provides}, {"uses", &component.uses}}) {
        for (const scaffold::NewPort& port : *ports) {
            readValue(option, [&, type = port.type] { skeletons.requireKnown(type); });
        }
    }
    const auto files = scaffold::componentFiles(component, skeletons);
    scaffold::writeFolder(folder, files);
    std::cout << "Written    " << folder.string() << ":";
    for (const scaffold::NewFile& file : files) {
        std::cout << ' ' << file.name;
    }
    std::cout << '\n' << nextSteps(component, folder);
    return kDone;
}

int execute(const Words& words) {
    OptionParser parser(
        "gantry new component NAME [options]",
        "Creates the folder of a new component: a source file with the methods of its ports, and "
        "the files to build and test it. NAME is PACKAGE.CLASS, whose folder is PACKAGE/class, "
        "or the name of the folder, from which package and class are derived. Existing files are "
        "not overwritten.",
        {"gantry new component mine.Square --provides function:numeric.FunctionPort",
         "gantry new component heat_rod --provides go:gov.cca.ports.GoPort \\",
         "    --uses material:thermo.MaterialPort --sidl thermo.sidl --language c"});
    parser
        .list("provides", "PORT:TYPE...",
              "Ports that the component provides, each with its SIDL "
              "type.")
        .list("uses", "PORT:TYPE...", "Ports that the component uses, each with its SIDL type.")
        .list("sidl", "FILE...", "Files that define port types of your own.")
        .option("language", "NAME",
                "The language of the source: cxx (the default), c,\n                          "
                "fortran or python.")
        .option("directory", "DIR", "Parent folder of the new folder (default: the current one).")
        .positional("component NAME");
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
