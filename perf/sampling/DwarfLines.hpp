#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ProcessCode.hpp"

namespace gantry::perf {

/// A symbol as its author wrote it, without parameters and version.
std::string demangled(const char* symbol);

/// The path of a source file: a name that is relative is so to the folder that the compiler ran in,
/// which may be null or relative itself; the name is as it is then.
std::string sourceFile(const char* name, const char* folder);
/// That folder, of a unit of compilation; null where it is not known.
const char* compilationFolder(Dwarf_Die& unit);

/// Source lines and inlined functions of addresses, by debugging information, where a file has it.
/// Each unit of compilation is gone through once, when the first address of it is asked for: the
/// library would do so for each address. For one thread; the modules must live as long.
class DwarfLines final {
public:
    /// Adds lines and inlined functions to a place whose function is known; nothing where there is
    /// no debugging information.
    void describe(Dwfl_Module* module, std::uint64_t address, CodePlace& place);

private:
    // Code of a function that was inlined; addresses as the file has them.
    struct Inlined {
        Dwarf_Addr begin = 0;
        Dwarf_Addr end = 0;
        int depth = 0;
        Dwarf_Die die{};
    };
    using Unit = std::vector<Inlined>;

    const Unit& unitOf(Dwarf_Die& unit);
    static void collect(Dwarf_Die& parent, int depth, Unit& unit);

    std::unordered_map<const void*, Unit> units_;
};

}  // namespace gantry::perf
