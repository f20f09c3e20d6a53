#pragma once

#include <framework/AssemblyInfo.hpp>

#include <string>
#include <vector>

namespace gantry::framework {

/// An annotation of a connection in the graph.
struct ConnectionMark {
    ConnectionInfo connection;
    /// For example "monitored"; shown as the label of the edge.
    std::string text;
};

/// The assembly as a directed graph in the DOT language of Graphviz: a box for each instance with
/// its class, its provides ports on the left and its uses ports on the right; an edge for each
/// connection, from the user to the provider; required ports without a connection in red. Names may
/// hold any characters. A pure function of its arguments. Ends with a line feed.
std::string toDot(const std::vector<InstanceInfo>& instances,
                  const std::vector<ConnectionInfo>& connections,
                  const std::vector<ConnectionMark>& marks = {});

}  // namespace gantry::framework
