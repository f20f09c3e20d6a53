#include "FunctionNames.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include "NameHash.hpp"

namespace gantry::calls {

namespace {

constexpr std::size_t kMostSymbol = 500;

template <std::size_t Size>
void copyLastPart(const char* path, std::array<char, Size>& file) noexcept {
    const char* const slash = std::strrchr(path, '/');
    const char* const last = slash != nullptr ? slash + 1 : path;
    const std::size_t length = ::strnlen(last, Size - 1);
    std::memcpy(file.data(), last, length);
    file[length] = '\0';
}

// "f(int) const" is f, and "operator()(int)" is operator(). perf/sampling names functions so, too.
void cutParameters(char* name) noexcept {
    char* const end = std::strrchr(name, ')');
    // Behind the parameters comes nothing, or such as " const" and " [clone .cold]".
    if (end == nullptr || (end[1] != '\0' && end[1] != ' ')) {
        return;
    }
    char* open = end;
    for (int depth = 1; depth > 0 && open > name;) {
        --open;
        depth += *open == ')' ? 1 : 0;
        depth -= *open == '(' ? 1 : 0;
    }
    if (open > name) {
        *open = '\0';
    }
}

bool copy(const char* text, std::size_t length, char* name, std::size_t bytes) noexcept {
    if (length == 0 || length >= bytes) {
        return false;
    }
    std::memcpy(name, text, length);
    name[length] = '\0';
    return true;
}

}  // namespace

bool findCode(const void* function, CodePlace& place) noexcept {
    Dl_info info{};
    link_map* map = nullptr;
    if (::dladdr1(function, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
        info.dli_fname == nullptr || map == nullptr) {
        return false;
    }
    place.address = reinterpret_cast<std::uintptr_t>(function) - map->l_addr;
    place.loaded = info.dli_fbase;
    // The program itself has the name it was called by.
    place.isProgram = *map->l_name == '\0';
    const char* const path = place.isProgram ? "/proc/self/exe" : info.dli_fname;
    (void)std::snprintf(place.path.data(), place.path.size(), "%s", path);
    std::array<char, 1024> program{};
    if (place.isProgram && ::readlink(path, program.data(), program.size() - 1) > 0) {
        copyLastPart(program.data(), place.file);
    } else {
        copyLastPart(path, place.file);
    }
    return true;
}

bool FunctionNames::find(const CodePlace& place, char* name, std::size_t bytes) noexcept {
    const SymbolFile* const symbols = symbolsOf(place);
    const char* const symbol = symbols != nullptr ? symbols->functionAt(place.address) : nullptr;
    if (symbol == nullptr) {
        return false;
    }
    const std::size_t length = std::strcspn(symbol, "@");
    if (std::strncmp(symbol, "_Z", 2) != 0) {
        return copy(symbol, length, name, bytes);
    }
    if (length > kMostSymbol) {
        return false;
    }
    int status = 0;
    char* const text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
    if (status != 0 || text == nullptr) {
        return copy(symbol, length, name, bytes);
    }
    cutParameters(text);
    const bool fits = copy(text, std::strlen(text), name, bytes);
    std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): as __cxa_demangle() demands
    return fits;
}

// Of two threads that come first, each reads the file, and one keeps what it has read: nobody may
// wait for a thread that a fork has left behind.
const SymbolFile* FunctionNames::symbolsOf(const CodePlace& place) noexcept {
    regions::NameHash path;
    path.add(place.path.data());
    const std::uint64_t key = (path.first() ^ reinterpret_cast<std::uintptr_t>(place.loaded)) | 1U;
    for (File& file : files_) {
        std::uint64_t found = 0;
        if (!file.key.compare_exchange_strong(found, key) && found != key) {
            continue;
        }
        const SymbolFile* symbols = file.symbols.load(std::memory_order_acquire);
        if (symbols != nullptr || file.isWithout.load(std::memory_order_relaxed)) {
            return symbols;
        }
        const SymbolFile* const read = SymbolFile::open(place.path.data(), place.loaded);
        if (read == nullptr) {
            file.isWithout.store(true, std::memory_order_relaxed);
            return nullptr;
        }
        if (!file.symbols.compare_exchange_strong(symbols, read, std::memory_order_acq_rel)) {
            read->release();
            return symbols;
        }
        return read;
    }
    return nullptr;
}

}  // namespace gantry::calls
