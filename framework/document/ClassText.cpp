#include <base/text/Joined.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <framework/ClassText.hpp>

#include <string_view>

namespace gantry::framework {

namespace {

// Items in lines of at most kWidth behind a label; none is broken.
std::string itemsText(const char* label, const std::vector<std::string>& items) {
    constexpr std::size_t kWidth = 80;
    std::string text;
    std::string line = label;
    for (const std::string& item : items) {
        if (base::widthOf(line) + base::widthOf(item) > kWidth) {
            text += line + '\n';
            // Further lines are aligned behind the label.
            line.assign(std::string_view(label).size(), ' ');
        }
        line += "  " + item;
    }
    return items.empty() ? text : text + line + '\n';
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

std::string rangeOf(const ParameterInfo& parameter) {
    std::string text = base::joined(parameter.choices, " | ");
    if (!parameter.low.empty()) {
        text = parameter.low + " .. " + parameter.high;
    }
    return text.empty() ? "any" : text;
}

std::string portsTable(const ClassInfo& component) {
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
    return ports.text();
}

std::string parametersTable(const ClassInfo& component) {
    base::TextTable parameters({{"parameter", base::TextTable::Align::Left},
                                {"type", base::TextTable::Align::Left},
                                {"default", base::TextTable::Align::Left},
                                {"allowed", base::TextTable::Align::Left},
                                {"meaning", base::TextTable::Align::Left}});
    for (const ParameterInfo& parameter : component.parameters) {
        parameters.addRow({parameter.port + ' ' + parameter.key, parameter.type,
                           parameter.defaultValue, rangeOf(parameter), parameter.help});
    }
    return parameters.empty() ? "" : '\n' + parameters.text();
}

}  // namespace

std::string listText(const std::vector<ClassInfo>& classes) {
    std::string text;
    for (const ClassInfo& component : classes) {
        text +=
            base::printable(component.name + ' ' + component.version + "  " + component.summary) +
            '\n' + itemsText("    provides  ", portTexts(component, true)) +
            itemsText("    uses      ", portTexts(component, false)) +
            itemsText("    parameters", parameterTexts(component));
    }
    return text;
}

std::string detailsText(const ClassInfo& component) {
    return base::printable(component.name + ' ' + component.version + ": " + component.summary) +
           '\n' + base::printable(component.library.string()) + "\n\n" + portsTable(component) +
           parametersTable(component);
}

}  // namespace gantry::framework
