#pragma once

#include <optional>
#include <string>

namespace gantry::perf {

/// The text of a source file of a run, and what there is to say of it. A plain value. Both may be
/// empty: an empty file that has not changed.
struct SourceText {
    std::optional<std::string> text{};  ///< any bytes; nothing where it is gone
    std::string note{};                 ///< such as "the file has changed since the run"; or empty
};

}  // namespace gantry::perf
