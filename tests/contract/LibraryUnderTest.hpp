#pragma once

#include <filesystem>
#include <string>

namespace contract {

/// The shared object the program was started for; main sets it once before any test.
inline std::filesystem::path& libraryUnderTest() {
    static std::filesystem::path library;
    return library;
}

/// The class of what is behind the component under test: a backend behind one that uses others,
/// a candidate behind a gate; empty for none. main sets it once before any test.
inline std::string& backendBehind() {
    static std::string className;
    return className;
}

}  // namespace contract
