#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gantry::base {

/// Packs bytes by Zstandard, level 1. Keeps its working memory from one use to the next. For one
/// thread. Level 1 is the fastest of the usual levels: it runs while the program is measured.
class Compressor final {
public:
    Compressor();
    ~Compressor();
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;

    /// Appends the packed bytes; false, and nothing is appended, where they would not be fewer or
    /// this program was built without the library for it.
    bool pack(std::string_view plain, std::string& to);

private:
    void* context_;
};

/// Whether unpack() can work at all.
bool canUnpack() noexcept;

/// The bytes that pack() packed; false where they are not what it made of plainBytes bytes.
/// plainBytes is reserved first, so callers bound it before they pass a foreign number.
bool unpack(std::string_view packed, std::size_t plainBytes, std::string& plain);

}  // namespace gantry::base
