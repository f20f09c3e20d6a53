// Names of source files by libdw of elfutils.
#include <perf/sampling/DebugSources.hpp>

#include <cstddef>
#include <cstdint>
#include <set>

#include "DwarfFile.hpp"

namespace gantry::perf {

namespace {

void addFilesOf(Dwarf_Die& unit, std::set<std::string>& names) {
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrcfiles(&unit, &files, &count) != 0) {
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (const char* const name = dwarf_filesrc(files, i, nullptr, nullptr)) {
            names.insert(sourceFile(name, compilationFolder(unit)));
        }
    }
}

}  // namespace

std::vector<std::string> debugSources(const std::string& file) {
    std::set<std::string> names;
    Dwfl* const files = dwfl_begin(&fileCallbacks());
    if (files == nullptr) {
        return {};
    }
    dwfl_report_begin(files);
    Dwfl_Module* const module = dwfl_report_elf(files, file.c_str(), file.c_str(), -1, 0, false);
    dwfl_report_end(files, nullptr, nullptr);
    Dwarf_Addr bias = 0;
    for (Dwarf_Die* unit = nullptr;
         module != nullptr && (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;) {
        addFilesOf(*unit, names);
    }
    dwfl_end(files);
    return {names.begin(), names.end()};
}

std::set<std::string> functionSources(const std::string& file,
                                      const std::set<std::string>& functions) {
    std::set<std::string> sources;
    DwarfFile code(file);
    for (const std::uint64_t offset : code.functionsNamed(functions)) {
        if (const std::vector<CodeLine>& lines = code.place(offset).lines; !lines.empty()) {
            sources.insert(lines.front().file);
        }
    }
    return sources;
}

}  // namespace gantry::perf
