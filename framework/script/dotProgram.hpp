#pragma once

#include <string>

namespace gantry::framework::script {

/// The picture that Graphviz' program `dot` draws of a graph in its language. Throws gantry::Error
/// if it cannot be run or refuses the graph.
std::string svgOf(const std::string& dot);

}  // namespace gantry::framework::script
