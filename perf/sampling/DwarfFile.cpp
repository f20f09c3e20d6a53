// Names of functions by libdw of elfutils.
#include "DwarfFile.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <gelf.h>
#include <iterator>
#include <sys/stat.h>
#include <tuple>
#include <vector>

namespace gantry::perf {

namespace {

// libdwfl takes it by address, and does not write to it.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): see above
char* noFolders = nullptr;

std::string baseName(const std::string& file) {
    return file.substr(file.rfind('/') + 1);
}

// Where the library looks for a separate file that a file names.
bool hasLinkedFile(const std::string& file, const char* link) {
    const std::string name = link != nullptr ? link : baseName(file) + ".debug";
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(file, error);
    for (const std::filesystem::path& path : {std::filesystem::path(file), real}) {
        const std::filesystem::path folder = path.parent_path();
        for (const std::filesystem::path& place :
             {folder, folder / ".debug", "/usr/lib/debug" / folder.relative_path()}) {
            if (std::filesystem::exists(place / name, error)) {
                return true;
            }
        }
    }
    return false;
}

// A file that is not on this machine is asked for at the servers of DEBUGINFOD_URLS. The library
// loads what can do that, some 20 further libraries, before it finds that there are none.
// NOLINTNEXTLINE(readability-function-size): the parameters are those that the library passes
int findDebugFile(Dwfl_Module* module, void** own, const char* name, GElf_Addr base,
                  const char* file, const char* link, GElf_Word checksum, char** found) {
    const char* const servers = std::getenv("DEBUGINFOD_URLS");
    const bool isAsked = servers != nullptr && *servers != '\0';
    const auto find = isAsked || file == nullptr || hasLinkedFile(file, link)
                          ? &dwfl_standard_find_debuginfo
                          : &dwfl_build_id_find_debuginfo;
    return find(module, own, name, base, file, link, checksum, found);
}

}  // namespace

const Dwfl_Callbacks& fileCallbacks() noexcept {
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                             .find_debuginfo = findDebugFile,
                                             .section_address = dwfl_offline_section_address,
                                             .debuginfo_path = &noFolders};
    return callbacks;
}

// The functions of a file as it is mapped, sorted by their begin. The library itself would go
// through all symbols for each address: a millisecond for a file such as a compiler.
class DwarfFile::Functions final {
public:
    explicit Functions(Dwfl_Module* module) {
        const int symbols = dwfl_module_getsymtab(module);
        for (int i = 0; i < symbols; ++i) {
            GElf_Sym symbol{};
            GElf_Addr begin = 0;
            const char* const name =
                dwfl_module_getsym_info(module, i, &symbol, &begin, nullptr, nullptr, nullptr);
            const auto type = GELF_ST_TYPE(symbol.st_info);
            if (name != nullptr && symbol.st_size > 0 &&
                (type == STT_FUNC || type == STT_GNU_IFUNC)) {
                const bool isGlobal = GELF_ST_BIND(symbol.st_info) == STB_GLOBAL;
                functions_.push_back(
                    {begin, symbol.st_size, isGlobal, static_cast<int>(std::strlen(name)), name});
            }
        }
        // Of several names of a function a global and short one comes last, and is found.
        std::stable_sort(functions_.begin(), functions_.end(),
                         [](const Function& one, const Function& other) {
                             return std::tuple(one.begin, one.isGlobal, -one.length) <
                                    std::tuple(other.begin, other.isGlobal, -other.length);
                         });
    }

    struct Function {
        std::uint64_t begin;
        std::uint64_t size;
        bool isGlobal;
        int length;        // of the name
        const char* name;  // in the file, which stays open
    };

    [[nodiscard]] const std::vector<Function>& all() const { return functions_; }
    // Null where the address is in none of them: its function has no symbol.
    [[nodiscard]] const Function* at(std::uint64_t address) const {
        const auto behind = std::upper_bound(
            functions_.begin(), functions_.end(), address,
            [](std::uint64_t wanted, const Function& function) { return wanted < function.begin; });
        if (behind == functions_.begin()) {
            return nullptr;
        }
        const Function& function = *std::prev(behind);
        return address - function.begin < function.size ? &function : nullptr;
    }

private:
    std::vector<Function> functions_;
};

DwarfFile::DwarfFile(const std::string& path)
    : name_(baseName(path)), files_(dwfl_begin(&fileCallbacks())) {
    if (files_ == nullptr) {
        return;
    }
    dwfl_report_begin(files_);
    module_ = dwfl_report_elf(files_, name_.c_str(), path.c_str(), -1, 0, false);
    dwfl_report_end(files_, nullptr, nullptr);
    if (module_ != nullptr) {
        dwfl_module_info(module_, nullptr, &begin_, nullptr, nullptr, nullptr, nullptr, nullptr);
    }
}

DwarfFile::~DwarfFile() {
    dwfl_end(files_);
}

const DwarfFile::Functions& DwarfFile::functions() {
    if (functions_ == nullptr) {
        functions_ = std::make_unique<Functions>(module_);
    }
    return *functions_;
}

std::vector<std::uint64_t> DwarfFile::functionsNamed(const std::set<std::string>& names) {
    std::vector<std::uint64_t> offsets;
    if (module_ != nullptr) {
        for (const Functions::Function& function : functions().all()) {
            if (names.contains(demangled(function.name))) {
                offsets.push_back(function.begin - begin_);
            }
        }
    }
    return offsets;
}

const CodePlace& DwarfFile::place(std::uint64_t offset) {
    const auto [known, isNew] = places_.try_emplace(offset);
    CodePlace& place = known->second;
    if (isNew) {
        place.function = {kUnknownFunction, name_};
        if (module_ != nullptr) {
            if (const Functions::Function* const found = functions().at(begin_ + offset)) {
                place.function.function = demangled(found->name);
                place.offset = begin_ + offset - found->begin;
            }
            lines_.describe(module_, begin_ + offset, place);
        }
    }
    return place;
}

DwarfFile& ProcessCode::KnownFiles::file(const std::string& path) {
    struct stat status {};
    std::string key = path;
    if (::stat(path.c_str(), &status) == 0) {
        for (const auto number :
             {static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino),
              static_cast<std::int64_t>(status.st_size),
              static_cast<std::int64_t>(status.st_mtim.tv_sec),
              static_cast<std::int64_t>(status.st_mtim.tv_nsec)}) {
            key += '\n' + std::to_string(number);
        }
    }
    return files_.try_emplace(key, path).first->second;
}

}  // namespace gantry::perf
