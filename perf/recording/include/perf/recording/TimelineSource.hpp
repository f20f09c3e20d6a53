#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/archive/CheckedArchive.hpp>
#include <perf/timeline/Timeline.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gantry::perf {

/// How a timeline is opened.
struct TimelineRequest {
    /// An archive, a trace file, a timeline, a segment or a process id; or the trace of each rank.
    std::vector<std::string> words;
    /// Called now and then with the number of records read, while a timeline is made.
    std::function<void(std::uint64_t records)> progress;
    /// A timeline that was made of so many records or more is kept for the next time.
    std::uint64_t keepFrom = 1'000'000;
    /// The archive that the first word names, if it is open already; null: it is opened.
    CheckedArchive* archive = nullptr;
};

/// A timeline, and what is to be said about its source.
struct OpenedTimeline {
    Timeline timeline;
    std::vector<std::string> notes;  ///< what is damaged, missing, or could not be kept
    /// The file that was mapped or written; empty if the timeline is in memory alone.
    std::filesystem::path file;
    bool made = false;  ///< it was made from the trace just now
};

/// Opens the timeline that is in an archive, or beside the files, or in the user's cache; else
/// makes it from the traces and keeps it: as FILE.timeline, or in the cache if that cannot be
/// written. A kept timeline is used if size and time of its sources are those of then. Throws what
/// the readers of each throw, and NoTraceError where there is no trace.
///
///     const OpenedTimeline opened = openTimeline({.words = {"run.gantry"}});
///     for (const std::string& note : opened.notes) { std::cerr << note << '\n'; }
OpenedTimeline openTimeline(const TimelineRequest& request);

/// The traces of the ranks beside an archive; the word itself where there are none.
std::vector<std::string> rankTraces(const std::string& word);

/// The trace of one process as an archive takes it, and behind it the pieces of its timeline. A
/// damaged trace stays alone.
std::vector<ArchivedChunk> withTimeline(std::vector<ArchivedChunk> trace);

}  // namespace gantry::perf
