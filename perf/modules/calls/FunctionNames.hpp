#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "SymbolFile.hpp"

namespace gantry::calls {

/// The place of a function in the file it was loaded from.
struct CodePlace {
    std::array<char, 1024> path{};  ///< "/proc/self/exe" of the program itself
    std::array<char, 256> file{};   ///< without its folder
    std::uint64_t address = 0;      ///< in the file
    const void* loaded = nullptr;   ///< where the file's first page is mapped
    bool isProgram = false;
};

/// False where no file is known for the address. Takes the loader's mutex.
bool findCode(const void* function, CodePlace& place) noexcept;

/// Names of functions as in reports: demangled, without parameters. Constant-initialised. Any
/// thread may ask; nobody waits for another one. Allocates, for names of C++.
class FunctionNames final {
public:
    /// False where the file has no symbol for the function, where the name does not fit, and for
    /// symbols of more than 500 characters: demangling needs 72 bytes of stack for each, and the
    /// stack may be that of a coroutine.
    bool find(const CodePlace& place, char* name, std::size_t bytes) noexcept;

    /// The symbols of the file; null where there are none. At most 64 files are kept.
    const SymbolFile* symbolsOf(const CodePlace& place) noexcept;

private:
    struct File {
        std::atomic<std::uint64_t> key{0};
        std::atomic<const SymbolFile*> symbols{nullptr};
        std::atomic<bool> isWithout{false};
    };

    std::array<File, 64> files_{};
};

}  // namespace gantry::calls
