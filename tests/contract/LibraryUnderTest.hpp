#pragma once

#include <filesystem>

namespace contract {

/// The shared object the program was started for; main sets it once before any test.
inline std::filesystem::path& libraryUnderTest() {
    static std::filesystem::path library;
    return library;
}

}  // namespace contract
