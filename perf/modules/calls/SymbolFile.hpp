#pragma once

#include <cstddef>
#include <cstdint>

namespace gantry::calls {

/// The functions of a loaded program or shared object by the symbols in its file: those of
/// `.symtab`, which `strip` removes, else those of `.dynsym`. Only objects of the machine's own
/// ELF class. Immutable once made; any thread may look.
class SymbolFile final {
public:
    /// Null where the file cannot be read, is another one than was loaded, or has no symbols.
    /// path: of the file. loaded: where its first page is mapped. Maps the file, and sorts its
    /// functions: 10 ms for 100,000. No allocation from the program's heap. What it returns is
    /// never unmapped, unless release() is called before anybody else knows of it.
    static const SymbolFile* open(const char* path, const void* loaded) noexcept;
    void release() const noexcept;

    /// The symbol of the function that begins at this address of the file; null where none does.
    /// Of several symbols a global and short one.
    [[nodiscard]] const char* functionAt(std::uint64_t address) const noexcept;
    /// The address in the file of the function with this symbol; 0 where there is none. Looks
    /// through all symbols.
    [[nodiscard]] std::uint64_t addressOf(const char* symbol) const noexcept;

private:
    struct Function {
        std::uint64_t begin;
        std::uint32_t name;  ///< its place in the names
        std::uint32_t rank;  ///< of the symbols of one function, the highest is used
    };
    struct Sections;

    SymbolFile() = default;
    bool sort(const Sections& sections) noexcept;

    const unsigned char* file_ = nullptr;
    std::size_t fileBytes_ = 0;
    const char* names_ = nullptr;
    std::size_t nameBytes_ = 0;
    Function* functions_ = nullptr;
    std::size_t count_ = 0;
    std::size_t ownBytes_ = 0;  ///< of the mapping that this object and the functions are in
};

}  // namespace gantry::calls
