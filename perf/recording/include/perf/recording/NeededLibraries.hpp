#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The shared objects that a program or library asks for by name (DT_NEEDED of its ELF file), in
/// order, without those that they ask for in turn. Empty for what is not an ELF file of this
/// machine's kind, is linked statically, or is damaged. Reads some pages of the file; never throws
/// for what it holds. Looks where the loader would: at the dynamic segment, not at sections, which
/// may have been stripped.
std::vector<std::string> neededLibraries(const std::filesystem::path& file);

/// Whether its dynamic symbols have this name, defined there or wanted from elsewhere. False where
/// neededLibraries() is empty for the kind of file. Reads the names of these symbols.
bool usesSymbol(const std::filesystem::path& file, const std::string& symbol);

}  // namespace gantry::perf
