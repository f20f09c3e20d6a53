#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/model/Flat.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace gantry::perf::samples {

/// Options for a segment in that folder.
inline EngineOptions inFolder(const std::filesystem::path& folder) {
    EngineOptions options;
    options.segment.folder = folder;
    return options;
}

/// Calls of all timers of that name.
inline std::uint64_t callsOf(const Profile& profile, const std::string& name) {
    std::uint64_t calls = 0;
    for (const TimerRecord& record : flat(profile)) {
        calls += record.info.name == name ? record.calls : 0;
    }
    return calls;
}

/// Calls the timer so often.
inline void measure(Engine& engine, TimerId timer, int times) {
    for (int i = 0; i < times; ++i) {
        engine.start(timer);
        engine.stop(timer);
    }
}

}  // namespace gantry::perf::samples
