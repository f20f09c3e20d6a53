#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A trace file that grows chunk by chunk: docs/formats/trace.md. One thread uses it.
class TraceFile final {
public:
    /// Makes the file, or empties it. Throws TraceError.
    explicit TraceFile(std::filesystem::path path);
    ~TraceFile();
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    /// Appends bytes of whole chunks. Throws TraceError; then the file ends with the last chunk
    /// that went in whole, as far as the system lets that be done.
    void append(std::string_view chunk);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
};

/// The whole chunks of a trace file, and what else was found in it.
struct TraceFileContent {
    std::vector<std::string> chunks;
    std::uint64_t damaged = 0;       ///< places whose bytes are no whole chunk, though some follow
    std::uint64_t damagedBytes = 0;  ///< in all
    std::uint64_t cutBytes = 0;      ///< behind the last whole chunk: the file ends in one
};

/// Reads a file that may be cut short or damaged anywhere behind its first 32 bytes, or still be
/// written. Takes as much memory as the file. Throws TraceError.
TraceFileContent readTraceFile(const std::filesystem::path& path);

/// The same of the bytes of such a file; name is what errors call it.
TraceFileContent readTraceBytes(std::string_view bytes, const std::string& name);

/// Whether the file begins as a trace file does.
bool looksLikeTrace(const std::filesystem::path& path);

/// A trace file of these chunks as bytes.
std::string traceFileOf(const std::vector<std::string>& chunks);

}  // namespace gantry::perf
