#pragma once

#include <cstdint>

namespace gantry::calls {

/// FNV-1a, continued from another text's hash.
inline std::uint64_t hashOf(const char* text, std::uint64_t hash = 0xcbf29ce484222325U) noexcept {
    for (; *text != '\0'; ++text) {
        hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3U;
    }
    return hash;
}

}  // namespace gantry::calls
