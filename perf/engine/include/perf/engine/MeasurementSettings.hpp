#pragma once

#include <perf/model/Selection.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// One setting of how a process is measured. The environment of an instrumented program, the
/// parameters of the component performance.Native, the options of `gantry exec` and `gantry run`
/// and the page docs/guide/settings.md are all read from the table below, so that name, bounds,
/// default and text are the same everywhere. An empty name means that the setting is not available
/// there: `gantry exec` has the options of settings with a variable, `gantry run` those of settings
/// with a parameter. All texts are literals and live as long as the program.
struct MeasurementSetting {
    const char* variable = "";      ///< of the environment
    const char* parameter = "";     ///< of the component performance.Native
    const char* option = "";        ///< of the command line, without the dashes
    const char* value = "";         ///< how help texts write the value; empty for a switch
    const char* type = "";          ///< of a component parameter: "bool", "int", "double", "string"
    const char* defaultValue = "";  ///< as a script writes it
    const char* help = "";
    /// Inclusive bounds of a number; null where there are none. Both or neither.
    const char* low = nullptr;
    const char* high = nullptr;
};

/// In the order in which `--help` and the guide show them. Defaults are those of an instrumented
/// program and of the component; a program that makes an engine itself sets EngineOptions. "read at
/// the first use" in a help text means that a later change of the environment or parameter does
/// nothing. A new entry here is at once an option, a parameter and a line of
/// docs/guide/settings.md, which a test compares; what reads its value is written by hand.
inline constexpr std::array kMeasurementSettings{
    MeasurementSetting{"GANTRY_MEASURE", "", "", "", "bool", "false",
                       "Whether the program is measured; set-user-ID programs never are"},
    MeasurementSetting{"GANTRY_METRICS", "metrics", "metrics", "LIST", "string", "wall",
                       "Metrics that each timer measures, separated by commas, at most 16: wall, "
                       "cpu, and those of the metric sources; read at the first use"},
    MeasurementSetting{"GANTRY_SEGMENT_DIR", "segment", "segment", "FOLDER", "string", "auto",
                       "Where the segment is, the memory that holds the measurements: auto (a "
                       "file that other processes can read), none (memory of the process "
                       "alone), or a folder that only this user can enter; read at the first use"},
    MeasurementSetting{"GANTRY_MEMORY_LIMIT", "memoryLimit", "memory-limit", "SIZE", "int", "64",
                       "Maximum size of the segment of a process in MiB; the environment and the "
                       "command line also accept a number with B, K, M or G, at least 256K; read "
                       "at the first use",
                       "1", "262143"},
    MeasurementSetting{"GANTRY_QUANTILES", "quantiles", "", "", "bool", "true",
                       "Whether events keep quantiles; read at the first use"},
    MeasurementSetting{"GANTRY_SELECT", "selection", "select", "FILE", "string", "",
                       "File that selects the timers and groups to measure "
                       "(docs/formats/selection.md); empty: all; may be changed at any time"},
    MeasurementSetting{"GANTRY_THROTTLE", "throttle", "throttle", "N:TIME", "string", "",
                       "Switches off timers that are called more than N times and take less than "
                       "TIME on average, such as 100000:10us; empty: none"},
    MeasurementSetting{"GANTRY_THROTTLE_EXEMPT", "throttleExempt", "throttle-exempt", "LIST",
                       "string", "",
                       "Patterns of timers or groups, separated by commas, that are never switched "
                       "off"},
    MeasurementSetting{"GANTRY_OVERHEAD_BUDGET", "overheadBudget", "overhead-budget", "P%",
                       "double", "0",
                       "Switches off the timers with the least time per call until the "
                       "measurement overhead is at most P percent of the measured time, such as "
                       "2%; 0: no limit",
                       "0", "100"},
    MeasurementSetting{"GANTRY_SAMPLING", "sampling", "sampling", "PERCENT", "double", "0",
                       "Allowed measurement overhead in percent of the measured time: timers "
                       "with short calls count all calls but time only some, so that their times "
                       "are estimates with an error bound; requires a single metric and no "
                       "trace; 0: time every call; read at the first use",
                       "0", "50"},
    MeasurementSetting{"GANTRY_SPREAD", "spread", "spread", "LIST", "string", "",
                       "Patterns of timers, separated by commas, for which the duration of each "
                       "call is also recorded as an event, with minimum, maximum, deviation and "
                       "quantiles; empty: none; read at the first use"},
    MeasurementSetting{"GANTRY_TRACE", "trace", "trace", "MODE[:SIZE]", "string", "",
                       "Records every start, stop and event: latest (the most recent ones of "
                       "each thread, in a ring buffer of SIZE, by default 1MiB), drain (all, "
                       "written to a file through a ring buffer of 4MiB; if it is full, records "
                       "are lost and counted) or full (like drain, but threads wait while their "
                       "ring buffer is full); empty: sums only; read at the first use"},
    MeasurementSetting{
        "GANTRY_TRACE_DIR", "", "", "FOLDER", "string", "",
        "Folder to which the trace is drained; without it, drain and full become latest"},
    MeasurementSetting{"GANTRY_THREADS", "", "no-threads", "", "bool", "true",
                       "Whether the threads that the program creates are measured"},
    MeasurementSetting{
        "GANTRY_KEEP_SEGMENT", "", "", "", "bool", "false",
        "Whether the segment is kept after a normal exit, so that it can be recovered"},
    MeasurementSetting{"GANTRY_SESSION", "", "", "TEXT", "string", "",
                       "Text that identifies the run; stored in the profile"},
    MeasurementSetting{"GANTRY_METRIC_PATH", "", "", "FOLDERS", "string", "",
                       "Folders with additional metric sources, separated by colons"}};

/// The setting with this variable; does not compile for one that the table lacks. So a misspelt
/// name is an error of the compiler, not of a run.
consteval const MeasurementSetting& measurementSetting(std::string_view variable) {
    for (const MeasurementSetting& setting : kMeasurementSettings) {
        if (setting.variable == variable) {
            return setting;
        }
    }
    throw "the table has no such setting";
}

/// The value of a setting as a component takes it, from a text as people write it: checked, a size
/// in whole MiB, a percentage without its sign, an absolute path, as a program may change its
/// folder before it begins to measure. Throws std::invalid_argument, and SelectionError for a
/// selection.
///
///     componentValue(measurementSetting("GANTRY_MEMORY_LIMIT"), "1G");    // "1024"
std::string componentValue(const MeasurementSetting& setting, const std::string& text);

/// The part of 1 that a text gives in percent, with or without a sign: 5 or 5% is 0.05. Throws
/// std::invalid_argument, which names the text and what is allowed. As SamplingOptions::budget has
/// it; 0 to 0.5.
///
///     parseSampling("5%");           // 0.05
///     parseMemoryLimit("512K");      // 524288
///     parseOverheadBudget("2");      // 2
///     parsePatterns("main,MPI_*");   // "main" and "MPI_*"
double parseSampling(std::string_view text);

/// The bytes of a memory limit: a number of MiB, or one with B, K, M or G behind it. Throws
/// std::invalid_argument, which names the text and what is allowed. B, K, M and G are powers of
/// 1024, without a further letter; 256K up to what a segment can be. As SegmentOptions::limit has
/// it.
std::uint64_t parseMemoryLimit(std::string_view text);

/// The percentage of "2%" or "2": above 0 and up to 100. Throws std::invalid_argument as above. In
/// percent, not divided by 100.
double parseOverheadBudget(std::string_view text);

/// The parts of a list with commas between them; empty ones are left out. Blanks belong to the
/// pattern.
std::vector<std::string> parsePatterns(const std::string& list);

/// The selection in a file; the path is in messages. Throws SelectionError, also where the file
/// cannot be read. The format is that of docs/formats/selection.md. Reads the file each time:
/// nothing is kept.
Selection readSelection(const std::string& path);

}  // namespace gantry::perf
