// Writes the seeds of fuzz-segment and fuzz-archive into two folders, from real engines.
//   fuzz-seeds SEGMENTS ARCHIVES

#include <perf/archive/Archive.hpp>
#include <perf/engine/Engine.hpp>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

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
    writeArchive(folder / "full", engine.finalProfile());
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) {
        std::fputs("usage: fuzz-seeds SEGMENTS ARCHIVES\n", stderr);
        return 2;
    }
    try {
        writeSegments(words[1]);
        writeArchives(words[2]);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fuzz-seeds: %s\n", error.what());
        return 1;
    }
}
