#include <framework/AssemblyGraph.hpp>

#include <algorithm>

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

std::string portId(const std::vector<InstanceInfo>& instances, const std::string& name,
                   const std::string& port, bool provided) {
    for (const InstanceInfo& instance : instances) {
        for (const PortInfo& each : instance.ports) {
            if (instance.name == name && each.name == port && each.provided == provided) {
                return ':' + portId(instance, each);
            }
        }
    }
    return "";
}

bool isOpen(const std::vector<ConnectionInfo>& connections, const std::string& instance,
            const PortInfo& port) {
    return !port.provided && port.required &&
           std::none_of(connections.begin(), connections.end(), [&](const ConnectionInfo& c) {
               return c.user == instance && c.usesPort == port.name;
           });
}

std::string cell(const std::vector<ConnectionInfo>& connections, const InstanceInfo& instance,
                 const PortInfo* port) {
    if (port == nullptr) {
        return "<td></td>";
    }
    const bool open = isOpen(connections, instance.name, *port);
    return "<td port=\"" + portId(instance, *port) + "\" align=\"" +
           (port->provided ? "left" : "right") + "\" balign=\"" +
           (port->provided ? "left" : "right") + "\"" + (open ? " bgcolor=\"#f8d7d4\"" : "") + ">" +
           escaped(port->name) + (open ? " (open)" : "") +
           "<br/><font point-size=\"8\" color=\"#666666\">" + escaped(port->type) + "</font></td>";
}

std::string box(const InstanceInfo& instance, const std::vector<ConnectionInfo>& connections) {
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
                cell(connections, instance, row < provided.size() ? provided[row] : nullptr) +
                cell(connections, instance, row < used.size() ? used[row] : nullptr) + "</tr>\n";
    }
    return text + "  </table>>]\n";
}

std::string labelOf(const ConnectionInfo& connection, const std::vector<ConnectionMark>& marks) {
    std::string label;
    for (const ConnectionMark& mark : marks) {
        if (mark.connection == connection) {
            label += (label.empty() ? "" : ", ") + mark.text;
        }
    }
    return label;
}

std::string edge(const std::vector<InstanceInfo>& instances, const ConnectionInfo& c,
                 const std::string& label) {
    const std::string style = label.empty() ? ""
                                            : " [label=" + quotedId(label) +
                                                  ", color=\"#b3541e\", fontcolor=\"#b3541e\"]";
    return "  " + quotedId(c.user) + portId(instances, c.user, c.usesPort, false) + ":e -> " +
           quotedId(c.provider) + portId(instances, c.provider, c.providesPort, true) + ":w" +
           style + '\n';
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
    for (const InstanceInfo& instance : instances) {
        text += box(instance, connections);
    }
    for (const ConnectionInfo& connection : connections) {
        text += edge(instances, connection, labelOf(connection, marks));
    }
    return text + "}\n";
}

}  // namespace gantry::framework
