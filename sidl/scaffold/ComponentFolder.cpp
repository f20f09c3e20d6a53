#include <scaffold/ComponentFolder.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace gantry::scaffold {

namespace {

std::string portWords(const char* word, const std::vector<NewPort>& ports) {
    std::string text;
    for (const NewPort& port : ports) {
        text += ' ' + port.name + ':' + port.type;
    }
    return text.empty() ? text : "    " + std::string(word) + text + '\n';
}

std::string summaryOf(const NewComponent& component) {
    std::string text;
    for (const NewPort& port : component.provides) {
        text += (text.empty() ? "Provides " : ", ") + port.name + " (" + port.type + ')';
    }
    return text.empty() ? "A component without a port of its own" : text;
}

std::string sourceName(const NewComponent& component) {
    const std::string& language = component.language;
    return component.simpleName() + (language == "c"         ? ".c"
                                     : language == "python"  ? ".py"
                                     : language == "fortran" ? ".f90"
                                                             : ".cpp");
}

std::string cmakeText(const NewComponent& component) {
    const std::string& language = component.language;
    const bool isCxx = language == "cxx";
    const std::string& name = component.targetName;
    std::string text =
        "# A project of its own, or a folder of a project that has found Gantry.\n"
        "if(NOT COMMAND gantry_component)\n    cmake_minimum_required(VERSION 3.25)\n    project(" +
        name + " LANGUAGES " +
        (language == "c"         ? "C CXX"
         : language == "fortran" ? "CXX Fortran"
                                 : "CXX") +
        ")\n    find_package(gantry " GANTRY_MINOR_VERSION
        " REQUIRED)\n    enable_testing()\nendif()\n\n";
    if (!component.sidlFiles.empty()) {
        text += "gantry_sidl(TARGET " + name + "_ports" + (isCxx ? "" : " LANGUAGES " + language) +
                " FILES";
        for (const std::string& file : component.sidlFiles) {
            text += "\n    \"" + file + '"';
        }
        text += ")\n\n";
    }
    text +=
        "# The only place where the ports are declared; the build generates what follows from "
        "them.\n"
        "gantry_component(NAME " +
        name + (isCxx ? "" : " LANGUAGE " + language) + "\n    CLASS " + component.className +
        " VERSION 0.1\n    SUMMARY \"" + summaryOf(component) + "\"\n" +
        portWords("PROVIDES", component.provides) + portWords("USES", component.uses) +
        (isCxx ? "" : "    OPTIONAL_USES MeasurementPort:performance.Measurement\n") +
        "    SOURCES " + sourceName(component);
    if (!component.sidlFiles.empty()) {
        text += "\n    LIBRARIES " + name + "_ports" +
                (language == "c" || language == "fortran" ? '_' + language : "");
    }
    return text +
           ")\n\n# Gantry's own build runs the contract suites on every component.\n"
           "if(COMMAND gantry_contract_tests)\n    gantry_contract_tests(" +
           name + ")\nendif()\n";
}

// Blocks apart by empty lines; one that another port has brought already is left out.
std::string joined(const std::vector<std::string>& parts) {
    std::set<std::string> seen;
    std::string text;
    for (const std::string& part : parts) {
        std::istringstream stream(part);
        std::string block;
        for (std::string line; std::getline(stream, line) || !block.empty();) {
            if (stream && !line.empty()) {
                block += line + '\n';
            } else if (!block.empty()) {
                text += seen.insert(block).second ? (text.empty() ? "" : "\n") + block : "";
                block.clear();
            }
        }
    }
    return text;
}

std::string includeLines(const std::set<std::string>& includes) {
    std::string text;
    for (const std::string& line : includes) {
        text += line + '\n';
    }
    return text.empty() ? text : text + '\n';
}

struct Skeletons {
    std::set<std::string> includes;
    std::vector<std::string> methods;
    std::vector<std::string> members;
};

// Each type once, however many ports have it.
Skeletons skeletonsOf(const NewComponent& component, const PortSkeletons& skeletons) {
    Skeletons all;
    std::set<std::string> types;
    for (const NewPort& port : component.provides) {
        if (types.insert(port.type).second) {
            const PortSkeleton one = skeletons.of(port.type, component);
            all.includes.insert(one.includes.begin(), one.includes.end());
            all.methods.push_back(one.methods);
            all.members.push_back(one.members);
        }
    }
    return all;
}

std::string cppText(const NewComponent& component, const PortSkeletons& skeletons) {
    const Skeletons all = skeletonsOf(component, skeletons);
    const std::string methods = joined(all.methods);
    const std::string members = joined(all.members);
    const std::string name = component.simpleName();
    return includeLines(all.includes) + "#include \"" + component.targetName +
           "_component.hpp\"\n\nnamespace " + component.cppNamespace() +
           " {\n\n/// ComponentBase provides and registers the ports that CMakeLists.txt names; "
           "the "
           "methods are written here.\nclass " +
           name + " final : public ComponentBase {\npublic:\n    " + name +
           "() : ComponentBase(typeid(" + name + ")) {}\n" + (methods.empty() ? "" : "\n") +
           methods + (members.empty() ? "" : "\nprivate:\n") + members + "};\n\n}  // namespace " +
           component.cppNamespace() + "\n\nGANTRY_COMPONENT(" + component.cppName() +
           ", kDescription);\n";
}

std::string afterLastPoint(const std::string& type) {
    return type.substr(type.rfind('.') + 1);
}

std::string cText(const NewComponent& component, const PortSkeletons& skeletons) {
    Skeletons all = skeletonsOf(component, skeletons);
    all.includes.insert({"#include <c/gantry.h>", "#include <c/gov.cca.h>", "#include <stddef.h>"});
    std::string ports;
    for (const NewPort& port : component.provides) {
        ports += std::string(
                     ports.empty() ? "" : "    if (*error != NULL) {\n        return;\n    }\n") +
                 "    gantry_Component_provide(component, \"" + port.name + "\", new_" +
                 afterLastPoint(port.type) + "(component), error);\n";
    }
    return includeLines(all.includes) +
           "/* The state of every port is the component; gantry_Component_getPort(self, ...) finds "
           "what it uses. */\n\n" +
           joined(all.methods) +
           "\nvoid gantry_component_create(gantry_Component* component, sidl_BaseException** "
           "error) "
           "{\n" +
           (ports.empty() ? "    (void)component;\n    (void)error;\n" : ports) + "}\n";
}

std::string fortranText(const NewComponent& component, const PortSkeletons& skeletons) {
    Skeletons all = skeletonsOf(component, skeletons);
    all.includes.insert({"use gantry", "use gov_cca"});
    std::string uses;
    for (const std::string& line : all.includes) {
        uses += "    " + line + '\n';
    }
    const std::string module = component.targetName + "_component";
    std::string ports;
    for (const NewPort& port : component.provides) {
        ports += "    if (error%isNull()) call component%provide(\"" + port.name + "\", new_" +
                 afterLastPoint(port.type) + "(component), error)\n";
    }
    const std::string members = joined(all.members);
    const std::string methods = joined(all.methods);
    return "module " + module + "\n" + uses + "    implicit none\n" +
           (members.empty() ? "" : "\n" + members) +
           (methods.empty() ? "" : "\ncontains\n\n" + methods) + "\nend module " + module +
           "\n\n! Called for each instance.\nsubroutine component_create(component, error)\n    "
           "use " +
           module +
           "\n    implicit none\n    type(gantry_Component), intent(in) :: component\n"
           "    type(sidl_BaseException), intent(inout) :: error\n" +
           (ports.empty() ? "" : "\n") + ports + "end subroutine component_create\n";
}

std::string pythonText(const NewComponent& component, const PortSkeletons& skeletons) {
    Skeletons all = skeletonsOf(component, skeletons);
    all.includes.insert("from gantry import Component");
    std::string bases = "Component";
    std::set<std::string> types;
    for (const NewPort& port : component.provides) {
        if (types.insert(port.type).second) {
            bases += ", " + port.type;
            all.includes.insert("import " + port.type.substr(0, port.type.rfind('.')));
        }
    }
    const std::string methods = joined(all.methods);
    return "\"\"\"" + summaryOf(component) + ".\"\"\"\n" + includeLines(all.includes) + "\nclass " +
           component.simpleName() + "(" + bases + "):\n" +
           (methods.empty() ? "    pass\n" : methods);
}

std::string sourceText(const NewComponent& component, const PortSkeletons& skeletons) {
    if (component.language == "c") {
        return cText(component, skeletons);
    }
    if (component.language == "fortran") {
        return fortranText(component, skeletons);
    }
    return component.language == "python" ? pythonText(component, skeletons)
                                          : cppText(component, skeletons);
}

std::string scriptText(const NewComponent& component) {
    const std::string name = component.instanceName();
    std::string text = "#!ccaffeine\n# gantry run --path build/lib/gantry " +
                       component.folderName() + ".rc\ninstantiate " + component.className + ' ' +
                       name + "\n";
    for (const NewPort& port : component.uses) {
        // Every instance has a port that says what was measured of it.
        text += "# connect " + name + ' ' + port.name +
                (port.type == "performance.Query" ? " INSTANCE performance" : " PROVIDER PORT") +
                "   (" + port.type + ")\n";
    }
    text += "display component " + name + "\n";
    for (const NewPort& port : component.provides) {
        if (port.type == "gov.cca.ports.GoPort") {
            text += (component.uses.empty() ? "go " : "# go ") + name + ' ' + port.name + "\n";
        }
    }
    return text + "quit\n";
}

std::string readmeText(const NewComponent& component) {
    return "# " + component.folder + "\n\n`" + component.className + "`: " + summaryOf(component) +
           "\n\n    cmake -S . -B build -DCMAKE_PREFIX_PATH=...   # where Gantry is installed\n"
           "    cmake --build build\n"
           "    ctest --test-dir build        # what a component, and its ports, have to keep\n"
           "    gantry run --path build/lib/gantry " +
           component.folderName() +
           ".rc\n\nThe ports are declared in `CMakeLists.txt`, the methods are in `" +
           sourceName(component) +
           "`. Everything else is generated in\n`build/`. A suite that calls a method which is not "
           "written yet is reported as skipped.\n";
}

}  // namespace

std::vector<NewFile> componentFiles(const NewComponent& component, const PortSkeletons& skeletons) {
    return {{"CMakeLists.txt", cmakeText(component)},
            {sourceName(component), sourceText(component, skeletons)},
            {component.folderName() + ".rc", scriptText(component)},
            {"README.md", readmeText(component)}};
}

void writeFolder(const std::filesystem::path& folder, const std::vector<NewFile>& files) {
    if (std::filesystem::exists(folder) &&
        !(std::filesystem::is_directory(folder) && std::filesystem::is_empty(folder))) {
        throw std::runtime_error(folder.string() +
                                 " exists already and is not overwritten; choose another name "
                                 "or another folder");
    }
    std::filesystem::create_directories(folder);
    for (const NewFile& file : files) {
        std::ofstream stream(folder / file.name);
        stream << file.text;
        stream.close();
        if (!stream) {
            throw std::runtime_error((folder / file.name).string() + " cannot be written");
        }
    }
}

}  // namespace gantry::scaffold
