#include <perf/importers/reading/Gzip.hpp>

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace gantry::perf {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16U;
// Added to the size of the window: a gzip head and check sum; or that or zlib's.
constexpr int kGzip = 16;
constexpr int kGzipOrZlib = 32;

// zlib's state, which has to be released.
class Inflation final {
public:
    explicit Inflation(int kind) { isReady_ = inflateInit2(&stream_, MAX_WBITS + kind) == Z_OK; }
    ~Inflation() { inflateEnd(&stream_); }
    Inflation(const Inflation&) = delete;
    Inflation& operator=(const Inflation&) = delete;

    [[nodiscard]] bool isReady() const { return isReady_; }
    z_stream& stream() { return stream_; }

private:
    z_stream stream_{};
    bool isReady_ = false;
};

// Gives as much as zlib takes at a time.
void feed(z_stream& stream, std::string_view bytes, std::size_t at) {
    // zlib does not write to its input; its interface is older than const.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + at));
    stream.avail_in = static_cast<uInt>(
        std::min<std::size_t>(bytes.size() - at, std::numeric_limits<uInt>::max()));
}

// goesOn: whether another stream begins with these bytes.
Expanded expand(std::string_view bytes, std::size_t most, int kind,
                bool (*goesOn)(std::string_view rest)) {
    Expanded result;
    Inflation inflation(kind);
    if (!inflation.isReady()) {
        result.fault = "there is not enough memory to decompress it";
        return result;
    }
    z_stream& stream = inflation.stream();
    for (;;) {
        feed(stream, bytes, result.consumed);
        const std::size_t before = result.bytes.size();
        // Piece by piece, so that the bound holds before memory is taken.
        result.bytes.resize(before + kPiece);
        stream.next_out = reinterpret_cast<Bytef*>(result.bytes.data() + before);
        stream.avail_out = static_cast<uInt>(kPiece);
        const uInt given = stream.avail_in;
        const int status = inflate(&stream, Z_NO_FLUSH);
        result.consumed += given - stream.avail_in;
        result.bytes.resize(result.bytes.size() - stream.avail_out);
        if (result.bytes.size() > most) {
            result.fault = "it expands to more than " + std::to_string(most) +
                           " bytes; expand it with gunzip first if that is right";
            return result;
        }
        if (status == Z_STREAM_END) {
            if (!goesOn(bytes.substr(result.consumed)) || inflateReset(&stream) != Z_OK) {
                return result;
            }
        } else if (status != Z_OK) {
            result.fault = status == Z_BUF_ERROR
                               ? "the compressed data ends too early; copy the file again"
                               : "the compressed data is damaged; copy the file again";
            return result;
        }
    }
}

}  // namespace

bool isGzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b\x08");
}

Expanded expandGzip(std::string_view bytes, std::size_t most) {
    // A file may have several members; what is not one is ignored, as gunzip does.
    return expand(bytes, most, kGzip, isGzip);
}

Expanded expandZlib(std::string_view bytes, std::size_t most) {
    return expand(bytes, most, kGzipOrZlib, [](std::string_view rest) { return !rest.empty(); });
}

}  // namespace gantry::perf
