#include "Compressor.hpp"

namespace gantry::perf {

Compressor::Compressor() : context_(nullptr) {}

Compressor::~Compressor() = default;

bool Compressor::pack(std::string_view /*plain*/, std::string& /*to*/) {
    return context_ != nullptr;
}

bool canUnpack() noexcept {
    return false;
}

bool unpack(std::string_view /*packed*/, std::size_t /*plainBytes*/, std::string& /*plain*/) {
    return false;
}

}  // namespace gantry::perf
