#pragma once

#include <base/files/Descriptor.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A trace file that grows chunk by chunk, in the format of docs/formats/trace.md. The data reach
/// the kernel with each append, without a buffer, so a killed process loses no appended chunk; they
/// are not synced to disk. For one thread.
class TraceFile final {
public:
    /// Creates the file, or empties it, and writes the file header. Throws TraceError.
    explicit TraceFile(std::filesystem::path path);
    ~TraceFile() = default;
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    /// Appends one or more whole chunks. Throws TraceError if the system refuses; the file is then
    /// cut back to what it held before this call, if the system permits that.
    void append(std::string_view chunk);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// The size of the file in bytes, its header included.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
    std::filesystem::path path_;
    base::Descriptor descriptor_;
    std::uint64_t bytes_ = 0;
};

/// The whole chunks of a trace file, and how much of it was unreadable. Chunks of kinds that this
/// program does not know are whole, too: Trace skips them. Those of the other byte order are
/// converted.
struct TraceFileContent {
    std::vector<std::string> chunks;
    std::uint64_t damaged = 0;       ///< places whose bytes are no whole chunk, though some follow
    std::uint64_t damagedBytes = 0;  ///< in all
    std::uint64_t cutBytes = 0;      ///< behind the last whole chunk: the file ends in one
};

/// Reads a trace file. It may be cut short or damaged anywhere behind its header of 32 bytes, or
/// may still be growing: the reader searches for the next whole chunk. Needs about twice the size
/// of the file in memory. Throws TraceError if the file cannot be read, or its header is wrong.
TraceFileContent readTraceFile(const std::filesystem::path& path);

/// The same for the bytes of such a file; `name` identifies them in messages.
TraceFileContent readTraceBytes(std::string_view bytes, const std::string& name);

/// What a trace file of this machine has in all. bytes: of its whole chunks.
struct TraceFileTotals {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
};

/// Reads the file chunk by chunk, up to the first that is not whole: memory for one chunk. Throws
/// TraceError if the file cannot be read.
TraceFileTotals totalsOfTraceFile(const std::filesystem::path& path);

/// Whether the file begins with the magic of a trace file. False if it cannot be read. Decides by
/// content, so any name will do.
bool looksLikeTrace(const std::filesystem::path& path);

/// The bytes of a trace file with these chunks: the file header, then each chunk as it is.
std::string traceFileOf(const std::vector<std::string>& chunks);

}  // namespace gantry::perf
