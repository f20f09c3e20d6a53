#pragma once

#include <filesystem>
#include <string>

namespace gantry::perf {

/// The file that a shell would run for that word: itself where it has a slash, else looked for in
/// PATH; empty where there is none. The file need not exist where the word has a slash.
std::filesystem::path programFile(const std::string& word);

/// Why a library cannot be loaded into that program beforehand, as far as its file reports: linked
/// statically, set-user-ID, of another machine, a script. Ends with what to do. Never throws for
/// what the file holds. Reads the head of the file only. One clause without a full stop, to be put
/// behind "PROGRAM was not measured: ".
std::string whyNotMeasured(const std::filesystem::path& program);

}  // namespace gantry::perf
