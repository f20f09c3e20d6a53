#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <framework/ClassDocument.hpp>
#include <framework/Framework.hpp>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string_view>

#include "Command.hpp"
#include "ComponentPath.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

using framework::ClassInfo;
using framework::ParameterInfo;
using framework::PortInfo;
using framework::RejectedLibrary;

/// Texts in lines of at most kWidth behind a label.
void printItems(const char* label, const std::vector<std::string>& items) {
    constexpr std::size_t kWidth = 80;
    std::string line = label;
    for (const std::string& item : items) {
        if (base::widthOf(line) + base::widthOf(item) > kWidth) {
            std::cout << line << '\n';
            // Further lines are aligned behind the label.
            line.assign(std::string_view(label).size(), ' ');
        }
        line += "  " + item;
    }
    if (!items.empty()) {
        std::cout << line << '\n';
    }
}

std::vector<std::string> portTexts(const ClassInfo& component, bool provided) {
    std::vector<std::string> texts;
    for (const PortInfo& port : component.ports) {
        if (port.provided == provided) {
            texts.push_back(base::printable(port.name + ": " + port.type) +
                            (provided || port.required ? "" : " (optional)"));
        }
    }
    return texts;
}

std::vector<std::string> parameterTexts(const ClassInfo& component) {
    std::vector<std::string> texts;
    for (const ParameterInfo& parameter : component.parameters) {
        texts.push_back(
            base::printable(parameter.port + '.' + parameter.key + '=' + parameter.defaultValue));
    }
    return texts;
}

void printList(const std::vector<ClassInfo>& classes) {
    for (const ClassInfo& component : classes) {
        std::cout << base::printable(component.name + ' ' + component.version + "  " +
                                     component.summary)
                  << '\n';
        printItems("    provides  ", portTexts(component, true));
        printItems("    uses      ", portTexts(component, false));
        printItems("    parameters", parameterTexts(component));
    }
}

std::string rangeOf(const ParameterInfo& parameter) {
    std::string text;
    for (const std::string& choice : parameter.choices) {
        text += (text.empty() ? "" : " | ") + choice;
    }
    if (!parameter.low.empty()) {
        text = parameter.low + " .. " + parameter.high;
    }
    return text.empty() ? "any" : text;
}

void printDetails(const ClassInfo& component) {
    std::cout << base::printable(component.name + ' ' + component.version + ": " +
                                 component.summary)
              << '\n'
              << base::printable(component.library.string()) << "\n\n";
    base::TextTable ports({{"port", base::TextTable::Align::Left},
                           {"kind", base::TextTable::Align::Left},
                           {"type", base::TextTable::Align::Left},
                           {"", base::TextTable::Align::Left}});
    for (const PortInfo& port : component.ports) {
        ports.addRow({port.name,
                      port.provided   ? "provides"
                      : port.required ? "uses"
                                      : "uses (optional)",
                      port.type,
                      port.guarded       ? "guarded"
                      : port.monitorable ? "can be monitored"
                                         : ""});
    }
    std::cout << ports.text();
    base::TextTable parameters({{"parameter", base::TextTable::Align::Left},
                                {"type", base::TextTable::Align::Left},
                                {"default", base::TextTable::Align::Left},
                                {"allowed", base::TextTable::Align::Left},
                                {"meaning", base::TextTable::Align::Left}});
    for (const ParameterInfo& parameter : component.parameters) {
        parameters.addRow({parameter.port + ' ' + parameter.key, parameter.type,
                           parameter.defaultValue, rangeOf(parameter), parameter.help});
    }
    if (!parameters.empty()) {
        std::cout << '\n' << parameters.text();
    }
}

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
    const framework::Framework framework(componentPath(parser.value("path")));
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
        printList(classes);
        for (const RejectedLibrary& library : rejected) {
            std::cerr << "gantry: left out "
                      << base::printable(library.library.string() + ": " + library.reason) << '\n';
        }
    } else {
        printDetails(classes.front());
    }
    return kDone;
}

}  // namespace

Command componentsCommand() {
    return {"list the components that can be loaded", {"gantry components"}, execute};
}

}  // namespace gantry::tools
