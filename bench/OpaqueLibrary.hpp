#pragma once

#include <filesystem>

namespace gantry::bench {

/// The address of a symbol in a shared object, which stays loaded until the program ends. Throws
/// std::runtime_error with the loader's words.
void* opaqueSymbol(const std::filesystem::path& library, const char* symbol);

/// What the function of this name and type in the shared object returns: code that the compiler
/// cannot look into.
template <class Get>
auto opaque(const std::filesystem::path& library, const char* symbol) {
    return reinterpret_cast<Get>(opaqueSymbol(library, symbol))();
}

}  // namespace gantry::bench
