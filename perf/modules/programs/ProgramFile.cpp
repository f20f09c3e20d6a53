#include "ProgramFile.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace gantry::programs {

namespace {

// More than the headers of a program take; a child of vfork() may have a small stack.
constexpr std::size_t kBytes = 2048;
constexpr std::size_t kRoom = 1024;
#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
#else
constexpr Elf64_Half kMachine = EM_AARCH64;
#endif

// Closed at the end, past the functions that modules intercept.
class File final {
public:
    explicit File(const char* name) noexcept
        : descriptor_(static_cast<int>(::syscall(SYS_openat, AT_FDCWD, name,
                                                 O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK))) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (descriptor_ >= 0) {
            ::syscall(SYS_close, descriptor_);
        }
    }

    [[nodiscard]] bool isRegular(struct stat& status) const noexcept {
        return descriptor_ >= 0 && ::syscall(SYS_fstat, descriptor_, &status) == 0 &&
               S_ISREG(status.st_mode);
    }
    std::size_t read(char* to, std::size_t bytes) const noexcept {
        const long read = ::syscall(SYS_pread64, descriptor_, to, bytes, 0L);
        return read > 0 ? static_cast<std::size_t>(read) : 0;
    }

private:
    int descriptor_;
};

bool givesRights(const struct stat& status) noexcept {
    return ((status.st_mode & S_ISUID) != 0 && status.st_uid != ::getuid()) ||
           ((status.st_mode & S_ISGID) != 0 && (status.st_mode & S_IXGRP) != 0 &&
            status.st_gid != ::getgid());
}

// True where the headers do not say otherwise.
bool needsLinker(const char* bytes, std::size_t size) noexcept {
    Elf64_Ehdr header{};
    if (size < sizeof header || std::memcmp(bytes, ELFMAG, SELFMAG) != 0) {
        return true;
    }
    std::memcpy(&header, bytes, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != kMachine) {
        return false;
    }
    Elf64_Phdr segment{};
    std::size_t place = header.e_phoff;
    for (Elf64_Half i = 0; i < header.e_phnum; ++i, place += sizeof segment) {
        if (place > size || size - place < sizeof segment) {
            return true;
        }
        std::memcpy(&segment, bytes + place, sizeof segment);
        if (segment.p_type == PT_INTERP) {
            return true;
        }
    }
    return header.e_phnum == 0;
}

bool isLoadableFile(const char* name) noexcept {
    const File file(name);
    struct stat status {};
    if (!file.isRegular(status)) {
        return true;
    }
    std::array<char, kBytes> bytes{};
    return !givesRights(status) && needsLinker(bytes.data(), file.read(bytes.data(), bytes.size()));
}

// Where the C library would find it; false if nowhere.
bool seek(const char* program, std::array<char, kRoom>& found) noexcept {
    const char* folders = std::getenv("PATH");
    folders = folders != nullptr ? folders : "/bin:/usr/bin";
    const std::size_t length = std::strlen(program);
    while (*folders != '\0') {
        const std::size_t folder = std::strcspn(folders, ":");
        if (folder + length + 2 <= found.size()) {
            std::memcpy(found.data(), folders, folder);
            // An empty one is the working folder.
            std::size_t end = folder;
            if (folder > 0) {
                found[end++] = '/';
            }
            std::memcpy(found.data() + end, program, length + 1);
            if (::syscall(SYS_faccessat, AT_FDCWD, found.data(), X_OK) == 0) {
                return true;
            }
        }
        folders += folder + (folders[folder] == ':' ? 1 : 0);
    }
    return false;
}

}  // namespace

bool isLoadable(const char* program, bool isSought) noexcept {
    if (program == nullptr || *program == '\0') {
        return true;
    }
    if (!isSought || std::strchr(program, '/') != nullptr) {
        return isLoadableFile(program);
    }
    std::array<char, kRoom> found{};
    return !seek(program, found) || isLoadableFile(found.data());
}

}  // namespace gantry::programs
