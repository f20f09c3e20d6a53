#include <base/compression/Compressor.hpp>

namespace gantry::base {

// Stands in for Zstd.cpp if the library is missing at build time: bytes are then stored plain.
Compressor::Compressor() : context_(nullptr) {}

Compressor::~Compressor() = default;

bool Compressor::pack(std::string_view /*plain*/, std::string& /*to*/) {
    // Always false: the constructor leaves it null.
    return context_ != nullptr;
}

bool canUnpack() noexcept {
    return false;
}

bool unpack(std::string_view /*packed*/, std::size_t /*plainBytes*/, std::string& /*plain*/) {
    return false;
}

}  // namespace gantry::base
