#include <perf/engine/ModuleRegions.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <charconv>
#include <string>

namespace gantry::perf {

// A place that was noted before was noted by this process or the one it was forked from: it is
// sound.
ModuleRegionHeader* moduleRegion(Engine& engine, const ModuleDescription& description) {
    // Makes the segment of a forked child its own.
    if (!engine.threadId()) {
        return nullptr;
    }
    Segment& segment = engine.segment();
    const std::string key = std::string(kModuleRegionFact) + description.name;
    for (const auto& [known, value] : SegmentReader(bytesOf(segment)).facts()) {
        std::uint32_t place = 0;
        if (known == key &&
            std::from_chars(value.data(), value.data() + value.size(), place).ec == std::errc()) {
            return reinterpret_cast<ModuleRegionHeader*>(segment.at(place));
        }
    }
    ModuleRegionHeader* const made = makeModuleRegion(segment, description);
    if (made != nullptr) {
        engine.addFact(key, std::to_string(segment.placeOf(made)));
    }
    return made;
}

}  // namespace gantry::perf
