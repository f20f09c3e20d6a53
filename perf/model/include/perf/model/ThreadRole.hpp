#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gantry::perf {

/// What a thread is for.
enum class ThreadRole : std::uint8_t {
    Unknown,  ///< an older Gantry has not recorded it
    Main,     ///< the first thread of its process
    Worker,   ///< any other one that measured something
    Library,  ///< never ran a timer: a library made it for its own use
};

/// "unknown", "main", "worker" or "library"; these words are in files. A literal: valid for ever.
///
///     roleFromName(roleName(ThreadRole::Worker));    // Worker
std::string_view roleName(ThreadRole role);

/// The inverse of roleName(); nothing for any other text.
std::optional<ThreadRole> roleFromName(std::string_view name);

}  // namespace gantry::perf
