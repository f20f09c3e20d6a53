#include <perf/importers/reading/Bzip2.hpp>

#ifdef GANTRY_BZIP2

#include <algorithm>
#include <bzlib.h>
#include <limits>

namespace gantry::perf {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16U;

// The state of libbz2, which has to be released.
class Inflation final {
public:
    Inflation() { isReady_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK; }
    ~Inflation() {
        if (isReady_) {
            BZ2_bzDecompressEnd(&stream_);
        }
    }
    Inflation(const Inflation&) = delete;
    Inflation& operator=(const Inflation&) = delete;

    [[nodiscard]] bool isReady() const { return isReady_; }
    bz_stream& stream() { return stream_; }

private:
    bz_stream stream_{};
    bool isReady_ = false;
};

// Adds one stream to the result; false at its fault.
bool expandOne(std::string_view bytes, std::size_t most, Expanded& result) {
    Inflation inflation;
    if (!inflation.isReady()) {
        result.fault = "there is not enough memory to decompress it";
        return false;
    }
    bz_stream& stream = inflation.stream();
    for (;;) {
        const std::size_t before = result.bytes.size();
        const auto given = static_cast<unsigned>(std::min<std::size_t>(
            bytes.size() - result.consumed, std::numeric_limits<unsigned>::max()));
        // libbz2 does not write to its input; its interface is older than const.
        stream.next_in = const_cast<char*>(bytes.data() + result.consumed);
        stream.avail_in = given;
        result.bytes.resize(before + kPiece);
        stream.next_out = result.bytes.data() + before;
        stream.avail_out = static_cast<unsigned>(kPiece);
        const int status = BZ2_bzDecompress(&stream);
        result.consumed += given - stream.avail_in;
        result.bytes.resize(result.bytes.size() - stream.avail_out);
        if (result.bytes.size() > most) {
            result.fault = "it expands to more than " + std::to_string(most) + " bytes";
            return false;
        }
        if (status == BZ_STREAM_END) {
            return true;
        }
        if (status != BZ_OK || (stream.avail_in == 0 && stream.avail_out != 0)) {
            result.fault = status == BZ_OK
                               ? "the compressed data ends too early; copy the file again"
                               : "the compressed data is damaged; copy the file again";
            return false;
        }
    }
}

}  // namespace

Expanded expandBzip2(std::string_view bytes, std::size_t most) {
    Expanded result;
    while (result.consumed < bytes.size() && expandOne(bytes, most, result)) {
    }
    return result;
}

}  // namespace gantry::perf

#else

namespace gantry::perf {

Expanded expandBzip2(std::string_view, std::size_t) {
    Expanded result;
    result.fault =
        "it is compressed with bzip2, which this build of Gantry cannot read; build it with "
        "libbz2 (package libbz2-dev)";
    return result;
}

}  // namespace gantry::perf

#endif
