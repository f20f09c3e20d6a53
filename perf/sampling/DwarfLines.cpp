// Source lines by libdw of elfutils.
#include "DwarfLines.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cxxabi.h>
#include <dwarf.h>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace gantry::perf {

namespace {

// Without the parameters, which would make most columns of a table too wide: "f(int) const" is f,
// and "operator()(int)" is operator().
void cutParameters(std::string& name) {
    const std::size_t end = name.rfind(')');
    // Behind the parameters comes nothing, or such as " const" and " [clone .cold]".
    if (end == std::string::npos || (end + 1 < name.size() && name[end + 1] != ' ')) {
        return;
    }
    std::size_t open = end;
    for (std::size_t depth = 1; depth > 0 && open > 0;) {
        --open;
        depth += name[open] == ')' ? 1 : 0;
        depth -= name[open] == '(' ? 1 : 0;
    }
    if (open > 0) {
        name.resize(open);
    }
}

// A unit whose table of addresses is missing, as with some compilers, is looked for.
Dwarf_Die* unitAt(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr& bias) {
    if (Dwarf_Die* const unit = dwfl_module_addrdie(module, address, &bias)) {
        return unit;
    }
    for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;) {
        if (dwarf_haspc(unit, address - bias) > 0) {
            return unit;
        }
    }
    return nullptr;
}

std::string nameOf(Dwarf_Die& die) {
    Dwarf_Attribute attribute;
    for (const unsigned wanted : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
        if (dwarf_attr_integrate(&die, wanted, &attribute) != nullptr) {
            if (const char* const name = dwarf_formstring(&attribute)) {
                return demangled(name);
            }
        }
    }
    const char* const name = dwarf_diename(&die);
    return name != nullptr ? name : kUnknownFunction;
}

std::optional<Dwarf_Word> numberIn(Dwarf_Die& die, unsigned wanted) {
    Dwarf_Attribute attribute;
    Dwarf_Word number = 0;
    return dwarf_attr(&die, wanted, &attribute) != nullptr &&
                   dwarf_formudata(&attribute, &number) == 0
               ? std::optional(number)
               : std::nullopt;
}

// Where an inlined function was called.
CodeLine callOf(Dwarf_Die& unit, Dwarf_Die& inlined) {
    CodeLine line;
    line.line = static_cast<int>(numberIn(inlined, DW_AT_call_line).value_or(0));
    const auto file = numberIn(inlined, DW_AT_call_file);
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (file && dwarf_getsrcfiles(&unit, &files, &count) == 0 && *file < count) {
        line.file =
            sourceFile(dwarf_filesrc(files, *file, nullptr, nullptr), compilationFolder(unit));
    }
    return line;
}

CodeLine lineAt(Dwfl_Module* module, Dwarf_Addr address) {
    CodeLine found;
    if (Dwfl_Line* const line = dwfl_module_getsrc(module, address)) {
        const char* const file =
            dwfl_lineinfo(line, nullptr, &found.line, nullptr, nullptr, nullptr);
        found.file = sourceFile(file, dwfl_line_comp_dir(line));
    }
    return found;
}

}  // namespace

std::string sourceFile(const char* name, const char* folder) {
    if (name == nullptr || name[0] == '/' || folder == nullptr || folder[0] != '/') {
        return name != nullptr ? name : "";
    }
    return (std::filesystem::path(folder) / name).lexically_normal().string();
}

const char* compilationFolder(Dwarf_Die& unit) {
    Dwarf_Attribute attribute;
    return dwarf_attr(&unit, DW_AT_comp_dir, &attribute) != nullptr ? dwarf_formstring(&attribute)
                                                                    : nullptr;
}

std::string demangled(const char* symbol) {
    int status = 0;
    char* const text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
    if (status != 0 || text == nullptr) {
        // Without the version, as in __libc_start_main@@GLIBC_2.34.
        const std::string_view plain = symbol;
        return std::string(plain.substr(0, plain.find('@')));
    }
    std::string name = text;
    std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): as __cxa_demangle() demands
    cutParameters(name);
    return name;
}

// Types are left out: what they declare is defined beside them.
void DwarfLines::collect(Dwarf_Die& parent, int depth, Unit& unit) {
    Dwarf_Die child;
    if (dwarf_child(&parent, &child) != 0) {
        return;
    }
    do {
        const int tag = dwarf_tag(&child);
        if (tag == DW_TAG_inlined_subroutine) {
            Dwarf_Addr base = 0;
            Dwarf_Addr begin = 0;
            Dwarf_Addr end = 0;
            for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&child, at, &base, &begin, &end)) > 0;) {
                unit.push_back({begin, end, depth, child});
            }
        }
        if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram ||
            tag == DW_TAG_lexical_block || tag == DW_TAG_namespace || tag == DW_TAG_try_block ||
            tag == DW_TAG_catch_block) {
            collect(child, depth + 1, unit);
        }
    } while (dwarf_siblingof(&child, &child) == 0);
}

const DwarfLines::Unit& DwarfLines::unitOf(Dwarf_Die& unit) {
    const auto [known, isNew] = units_.try_emplace(unit.addr);
    if (isNew) {
        collect(unit, 0, known->second);
    }
    return known->second;
}

void DwarfLines::describe(Dwfl_Module* module, std::uint64_t address, CodePlace& place) {
    const CodeLine innermost = lineAt(module, address);
    if (innermost.file.empty()) {
        return;
    }
    Dwarf_Addr bias = 0;
    Dwarf_Die* const unit = unitAt(module, address, bias);
    std::vector<Inlined> chain;
    if (unit != nullptr) {
        for (const Inlined& inlined : unitOf(*unit)) {
            if (address - bias >= inlined.begin && address - bias < inlined.end) {
                chain.push_back(inlined);
            }
        }
    }
    std::stable_sort(chain.begin(), chain.end(),
                     [](const Inlined& a, const Inlined& b) { return a.depth < b.depth; });
    for (Inlined& inlined : chain) {
        place.lines.push_back(callOf(*unit, inlined.die));
        place.inlined.push_back(nameOf(inlined.die));
    }
    place.lines.push_back(innermost);
}

}  // namespace gantry::perf
