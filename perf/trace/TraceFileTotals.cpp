#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFile.hpp>

#include <fstream>
#include <string>

namespace gantry::perf {

namespace {

constexpr std::streamoff kFileHeader = 32;

// The next chunk with its header; false where there is none that is whole.
bool readChunk(std::ifstream& file, std::string& chunk, ChunkHeader& header) {
    chunk.resize(sizeof header);
    if (!file.read(chunk.data(), sizeof header) ||
        lookAtChunk(chunk, header) == ChunkState::Damaged) {
        return false;
    }
    chunk.resize(sizeof header + header.storedBytes);
    return file.read(chunk.data() + sizeof header, header.storedBytes) &&
           lookAtChunk(chunk, header) == ChunkState::Whole;
}

}  // namespace

TraceFileTotals totalsOfTraceFile(const std::filesystem::path& path) {
    if (!looksLikeTrace(path)) {
        throw TraceError(TraceError::Kind::File, path.string() + ": the trace cannot be read");
    }
    std::ifstream file(path, std::ios::binary);
    file.seekg(kFileHeader);
    TraceFileTotals totals;
    std::string chunk;
    for (ChunkHeader header{}; readChunk(file, chunk, header);) {
        totals.records += header.records;
        totals.bytes += chunk.size();
    }
    return totals;
}

}  // namespace gantry::perf
