#pragma once

#include <perf/model/Selection.hpp>

#include <string>
#include <string_view>

namespace gantry::perf {

/// Whether a text is a selective instrumentation file of TAU: its first line that is neither empty
/// nor a comment begins a list.
bool looksLikeTauSelection(std::string_view text);

/// The rules that such a file means, as docs/formats/selection.md describes it; `name` is in
/// messages. Throws SelectionError.
Selection parseTauSelection(std::string_view text, const std::string& name);

}  // namespace gantry::perf
