#include <base/compression/Compressor.hpp>
#include <perf/trace/PackedChunk.hpp>
#include <perf/trace/TraceChunk.hpp>

namespace gantry::perf {

std::string packedChunk(std::uint32_t kind, std::string_view plain) {
    ChunkHeader header{};
    header.kind = kind;
    header.plainBytes = static_cast<std::uint32_t>(plain.size());
    std::string packed;
    const bool isPacked = base::Compressor().pack(plain, packed);
    header.encoding =
        static_cast<std::uint32_t>(isPacked ? ChunkEncoding::Zstd : ChunkEncoding::Plain);
    return makeChunk(header, isPacked ? std::string_view(packed) : plain);
}

}  // namespace gantry::perf
