#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

// A file that is in memory only, to be read by its path in this process.
class MemoryFile final {
public:
    MemoryFile() : descriptor_(::memfd_create("gantry-test", MFD_CLOEXEC)) {
        REQUIRE(descriptor_ >= 0);
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

    void write(std::string_view bytes) const {
        REQUIRE(::ftruncate(descriptor_, 0) == 0);
        REQUIRE(::pwrite(descriptor_, bytes.data(), bytes.size(), 0) ==
                static_cast<ssize_t>(bytes.size()));
    }

private:
    int descriptor_;
};
