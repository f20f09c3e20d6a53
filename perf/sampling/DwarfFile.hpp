#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "DwarfLines.hpp"
#include "ProcessCode.hpp"

namespace gantry::perf {

/// How the library finds files, and separate files with symbols where Debian installs them.
const Dwfl_Callbacks& fileCallbacks() noexcept;

/// The functions and lines of one file, wherever it is mapped. Symbols are read when the first
/// address is asked for: programs run by one script share most of their files, and debugging
/// information that has to be unpacked takes longer than many of these programs. For one thread.
class DwarfFile final {
public:
    explicit DwarfFile(const std::string& path);
    ~DwarfFile();
    DwarfFile(const DwarfFile&) = delete;
    DwarfFile& operator=(const DwarfFile&) = delete;

    /// What stands so many bytes behind the begin of the file's code. Found once, then remembered:
    /// valid as long as this object.
    const CodePlace& place(std::uint64_t offset);
    /// Where the functions with these names begin, as place() takes it.
    std::vector<std::uint64_t> functionsNamed(const std::set<std::string>& names);

private:
    class Functions;

    const Functions& functions();

    std::string name_;  ///< without its folder
    Dwfl* files_ = nullptr;
    Dwfl_Module* module_ = nullptr;  ///< null where the file cannot be read
    std::uint64_t begin_ = 0;
    std::unique_ptr<Functions> functions_;
    DwarfLines lines_;
    std::unordered_map<std::uint64_t, CodePlace> places_;
};

/// The files of several processes, each one read once. For one thread.
class ProcessCode::KnownFiles final {
public:
    /// Another one where the path has another file meanwhile, as that of a program that is built
    /// again and again. Valid as long as this object.
    DwarfFile& file(const std::string& path);

private:
    std::map<std::string, DwarfFile> files_;
};

}  // namespace gantry::perf
