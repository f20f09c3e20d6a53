// Writes the seeds of fuzz-segment, fuzz-archive and fuzz-trace into three folders, from real
// engines.
//   fuzz-seeds SEGMENTS ARCHIVES TRACES

#include <perf/archive/Archive.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceFile.hpp>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "SegmentSamples.hpp"

using namespace gantry::perf;
namespace fs = std::filesystem;

namespace {

void writeSegments(const fs::path& folder) {
    for (const bool running : {false, true}) {
        for (const bool quantiles : {false, true}) {
            std::string bytes = samples::segmentBytes(folder, running, quantiles);
            bytes.resize(reinterpret_cast<const SegmentHeader*>(bytes.data())->usedBytes);
            samples::writeBytes(
                folder / ("segment" + std::to_string(running) + (quantiles ? "q" : "")), bytes);
        }
    }
}

void writeArchives(const fs::path& folder) {
    Engine empty;
    writeArchive(folder / "empty", empty.snapshot());
    EngineOptions options;
    options.quantiles = true;
    Engine engine(options);
    samples::measureSomething(engine);
    History history;
    history.changes.resize(1);
    history.changes[0].action = "create";
    history.decisions.resize(2);
    history.decisions[0].estimates.resize(2);
    writeArchive(folder / "full", engine.finalProfile(), {}, history);
}

// Packed as it is written, and plain, so that changes reach the records.
void writeTraces(const fs::path& folder) {
    EngineOptions options;
    options.trace = {TraceMode::Latest, std::size_t{1} << 14U};
    Engine engine(options);
    samples::measureSomething(engine);
    std::vector<std::string> chunks = chunksOf(bytesOf(engine.segment()));
    samples::writeBytes(folder / "packed", traceFileOf(chunks));
    for (std::string& chunk : chunks) {
        ChunkHeader header{};
        lookAtChunk(chunk, header);
        header.encoding = static_cast<std::uint32_t>(ChunkEncoding::Plain);
        chunk = makeChunk(header, payloadOf(chunk));
    }
    samples::writeBytes(folder / "plain", traceFileOf(chunks));
}

}  // namespace

int main(int count, char** words) {
    if (count != 4) {
        std::fputs("usage: fuzz-seeds SEGMENTS ARCHIVES TRACES\n", stderr);
        return 2;
    }
    try {
        writeSegments(words[1]);
        writeArchives(words[2]);
        writeTraces(words[3]);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fuzz-seeds: %s\n", error.what());
        return 1;
    }
}
