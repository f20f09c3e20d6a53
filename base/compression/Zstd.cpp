#include <base/compression/Compressor.hpp>

#include <zstd.h>

namespace gantry::base {

namespace {

// Higher levels make records of traces no smaller.
constexpr int kLevel = 1;

}  // namespace

Compressor::Compressor() : context_(ZSTD_createCCtx()) {}

Compressor::~Compressor() {
    ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(context_));
}

bool Compressor::pack(std::string_view plain, std::string& to) {
    // Without memory for a context chunks are stored plain, which is always readable.
    if (context_ == nullptr) {
        return false;
    }
    const std::size_t before = to.size();
    to.resize(before + ZSTD_compressBound(plain.size()));
    const std::size_t packed =
        ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(context_), to.data() + before, to.size() - before,
                          plain.data(), plain.size(), kLevel);
    const bool fewer = ZSTD_isError(packed) == 0 && packed < plain.size();
    to.resize(before + (fewer ? packed : 0));
    return fewer;
}

bool canUnpack() noexcept {
    return true;
}

bool unpack(std::string_view packed, std::size_t plainBytes, std::string& plain) {
    plain.resize(plainBytes);
    return ZSTD_decompress(plain.data(), plainBytes, packed.data(), packed.size()) == plainBytes;
}

}  // namespace gantry::base
