#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gantry::perf {

/// One setting of how a process is measured. The environment of an instrumented program, the
/// parameters of the component performance.Native, the options of `gantry exec` and the page
/// docs/guide/settings.md are all read from the table below, so that name, bounds, default and text
/// are the same everywhere. An empty name means that the setting is not available there.
struct MeasurementSetting {
    const char* variable;      ///< of the environment
    const char* parameter;     ///< of the component performance.Native
    const char* option;        ///< of `gantry exec`, without the dashes
    const char* value;         ///< how help texts write the value; empty for a switch
    const char* type;          ///< as of a component parameter: "bool", "int" or "string"
    const char* defaultValue;  ///< as a script writes it
    const char* help;
    /// Inclusive bounds of a number; null where there are none. Both or neither.
    const char* low = nullptr;
    const char* high = nullptr;
};

inline constexpr std::array kMeasurementSettings{
    MeasurementSetting{"GANTRY_MEASURE", "", "", "", "bool", "false",
                       "Whether the program is measured; never a set-user-ID program"},
    MeasurementSetting{"GANTRY_METRICS", "metrics", "metrics", "LIST", "string", "wall",
                       "What each timer measures, separated by commas, at most 4: wall, cpu, and "
                       "what `gantry doctor` lists; read at the first use"},
    MeasurementSetting{"GANTRY_SEGMENT_DIR", "segment", "segment", "FOLDER", "string", "auto",
                       "Where the segment is, the memory that is measured into: auto (a file that "
                       "other processes can read, see `gantry ps`), none (memory of the process "
                       "alone), or a folder that only this user can enter; read at the first use"},
    MeasurementSetting{"GANTRY_MEMORY_LIMIT", "memoryLimit", "memory-limit", "SIZE", "int", "64",
                       "MiB up to which the segment of a process grows; the environment and the "
                       "command line also take a number with B, K, M or G, from 256K; read at the "
                       "first use",
                       "1", "262143"},
    MeasurementSetting{"GANTRY_QUANTILES", "quantiles", "", "", "bool", "true",
                       "Whether events keep quantiles; read at the first use"},
    MeasurementSetting{"GANTRY_TRACE", "trace", "trace", "MODE[:SIZE]", "string", "",
                       "Keeps every start, stop and event: latest (the last ones of each thread, "
                       "in a ring of SIZE, by default 1MiB) or drain (all of them, in a file); "
                       "empty: only their sums; read at the first use"},
    MeasurementSetting{"GANTRY_TRACE_DIR", "", "", "FOLDER", "string", "",
                       "Where `gantry exec` drains the trace to; without it drain becomes latest"},
    MeasurementSetting{"GANTRY_THREADS", "", "no-threads", "", "bool", "true",
                       "Whether the threads that the program makes are timed"},
    MeasurementSetting{"GANTRY_KEEP_SEGMENT", "", "", "", "bool", "false",
                       "Whether the segment is kept after a normal end, for `gantry recover`"},
    MeasurementSetting{"GANTRY_SESSION", "", "", "TEXT", "string", "",
                       "A text that identifies the run; a fact of the profile"},
    MeasurementSetting{"GANTRY_METRIC_PATH", "", "", "FOLDERS", "string", "",
                       "Folders with further metric sources, separated by colons"}};

/// The setting with this variable; does not compile for one that the table lacks.
consteval const MeasurementSetting& measurementSetting(std::string_view variable) {
    for (const MeasurementSetting& setting : kMeasurementSettings) {
        if (setting.variable == variable) {
            return setting;
        }
    }
    throw "the table has no such setting";
}

/// The bytes of a memory limit: a number of MiB, or one with B, K, M or G behind it. Throws
/// std::invalid_argument, which names the text and what is allowed.
std::uint64_t parseMemoryLimit(std::string_view text);

}  // namespace gantry::perf
