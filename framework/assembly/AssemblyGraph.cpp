#include <framework/AssemblyGraph.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "assembly/PortIndex.hpp"

namespace gantry::framework {
namespace {

/// For labels in the HTML-like form, which needs no quoting but that of markup.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string quotedId(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    return result + '"';
}

// Names of ports may hold what stands for something else in DOT; their places do not.
std::string portId(const InstanceInfo& instance, const PortInfo& port) {
    return "port" + std::to_string(&port - instance.ports.data());
}

std::string portId(const PortIndex& ports, const std::string& name, const std::string& port,
                   bool provided) {
    const PortInfo* const found = ports.find(name, port, provided);
    return found ? ':' + portId(*ports.instance(name), *found) : "";
}

using UsedPorts = std::set<std::pair<std::string, std::string>>;

bool isOpen(const UsedPorts& connected, const std::string& instance, const PortInfo& port) {
    return !port.provided && port.required && !connected.contains({instance, port.name});
}

std::string cell(const UsedPorts& connected, const InstanceInfo& instance, const PortInfo* port) {
    if (port == nullptr) {
        return "<td></td>";
    }
    const bool open = isOpen(connected, instance.name, *port);
    return "<td port=\"" + portId(instance, *port) + "\" align=\"" +
           (port->provided ? "left" : "right") + "\" balign=\"" +
           (port->provided ? "left" : "right") + "\"" + (open ? " bgcolor=\"#f8d7d4\"" : "") + ">" +
           escaped(port->name) + (open ? " (open)" : "") +
           "<br/><font point-size=\"8\" color=\"#666666\">" + escaped(port->type) + "</font></td>";
}

std::string box(const InstanceInfo& instance, const UsedPorts& connected) {
    std::vector<const PortInfo*> provided;
    std::vector<const PortInfo*> used;
    for (const PortInfo& port : instance.ports) {
        (port.provided ? provided : used).push_back(&port);
    }
    std::string text = "  " + quotedId(instance.name) +
                       " [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" "
                       "cellpadding=\"4\">\n    <tr><td colspan=\"2\" bgcolor=\"#e4ecf5\"><b>" +
                       escaped(instance.name) + "</b><br/>" + escaped(instance.className) +
                       "</td></tr>\n";
    for (std::size_t row = 0; row < std::max(provided.size(), used.size()); ++row) {
        text += "    <tr>" +
                cell(connected, instance, row < provided.size() ? provided[row] : nullptr) +
                cell(connected, instance, row < used.size() ? used[row] : nullptr) + "</tr>\n";
    }
    return text + "  </table>>]\n";
}

std::map<ConnectionInfo, std::string> labels(const std::vector<ConnectionMark>& marks) {
    std::map<ConnectionInfo, std::string> labels;
    for (const ConnectionMark& mark : marks) {
        std::string& label = labels[mark.connection];
        label += (label.empty() ? "" : ", ") + mark.text;
    }
    return labels;
}

std::string edge(const PortIndex& ports, const ConnectionInfo& c, const std::string& label) {
    const std::string style = label.empty() ? ""
                                            : " [label=" + quotedId(label) +
                                                  ", color=\"#b3541e\", fontcolor=\"#b3541e\"]";
    return "  " + quotedId(c.user) + portId(ports, c.user, c.usesPort, false) + ":e -> " +
           quotedId(c.provider) + portId(ports, c.provider, c.providesPort, true) + ":w" + style +
           '\n';
}

}  // namespace

std::string toDot(const std::vector<InstanceInfo>& instances,
                  const std::vector<ConnectionInfo>& connections,
                  const std::vector<ConnectionMark>& marks) {
    std::string text =
        "digraph assembly {\n  rankdir=LR\n  ranksep=0.8\n"
        "  graph [fontname=\"Helvetica\"]\n"
        "  node [shape=plain, fontname=\"Helvetica\", fontsize=11]\n"
        "  edge [fontname=\"Helvetica\", fontsize=10]\n";
    UsedPorts connected;
    for (const ConnectionInfo& connection : connections) {
        connected.emplace(connection.user, connection.usesPort);
    }
    for (const InstanceInfo& instance : instances) {
        text += box(instance, connected);
    }
    const PortIndex ports(instances);
    std::map<ConnectionInfo, std::string> label = labels(marks);
    for (const ConnectionInfo& connection : connections) {
        text += edge(ports, connection, label[connection]);
    }
    return text + "}\n";
}

}  // namespace gantry::framework
