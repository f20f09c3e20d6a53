#pragma once

#include <array>
#include <ostream>
#include <string_view>
#include <zlib.h>

namespace gantry::perf {

/// Compresses to a stream in the format of gzip, without a name and time, so that the same input
/// gives the same bytes. Errors of the stream stay in its state. For one thread.
class GzipStream final {
public:
    /// Throws std::bad_alloc.
    explicit GzipStream(std::ostream& output);
    ~GzipStream();
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;

    void write(std::string_view bytes);
    /// Writes the end. To be called once, last.
    void finish();

private:
    void deflateAll(int flush);

    std::ostream& output_;
    z_stream state_{};
    std::array<char, 16384> buffer_{};
};

}  // namespace gantry::perf
