// Compresses what is written, piece by piece, in the memory of one buffer.

#include "GzipStream.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace gantry::perf {

GzipStream::GzipStream(std::ostream& output) : output_(output) {
    constexpr int kGzip = 15 + 16;  // the largest window, and a header of gzip
    constexpr int kMemory = 8;
    if (deflateInit2(&state_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::bad_alloc();
    }
}

GzipStream::~GzipStream() {
    deflateEnd(&state_);
}

void GzipStream::write(std::string_view bytes) {
    // zlib counts the bytes of a call in 32 bits.
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    while (!bytes.empty()) {
        const std::size_t part = std::min(bytes.size(), kMost);
        state_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes.data()));
        state_.avail_in = static_cast<uInt>(part);
        deflateAll(Z_NO_FLUSH);
        bytes.remove_prefix(part);
    }
}

void GzipStream::finish() {
    deflateAll(Z_FINISH);
}

void GzipStream::deflateAll(int flush) {
    do {
        state_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
        state_.avail_out = static_cast<uInt>(buffer_.size());
        deflate(&state_, flush);
        output_.write(buffer_.data(),
                      static_cast<std::streamsize>(buffer_.size() - state_.avail_out));
        // A buffer that is not full means that all input is taken.
    } while (state_.avail_out == 0);
}

}  // namespace gantry::perf
