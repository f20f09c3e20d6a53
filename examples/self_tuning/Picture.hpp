#pragma once

#include <string>

#include "Comparison.hpp"

namespace self_tuning {

/// Draws the tuned run as SVG: the time of each call over the calls, on a logarithmic axis,
/// coloured by who served it; re-wirings as vertical lines; the calls of each fixed run, thin; the
/// phases below, with a tick at each border; a legend, in which only candidates that did every call
/// have a total. A candidate's colour follows from its name. Whole or not at all; throws
/// gantry::Error naming the file.
void writePicture(const Comparison& comparison, const std::string& title, const std::string& file);

}  // namespace self_tuning
