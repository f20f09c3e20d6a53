#pragma once

#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceKinds.hpp>
#include <perf/trace/TraceOperations.hpp>
#include <perf/trace/TraceTables.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gantry::perf {

/// A trace in memory: its chunks, with the tables decoded and the records still packed. TraceCursor
/// decodes the records. Owns the bytes; immutable, so any number of threads may read it.
///
/// Memory: the packed bytes, about 3 for each record. Making one costs a checksum of all of them.
class Trace final {
public:
    /// Takes the chunks of one trace, or of parts that overlap, such as a drained file and what was
    /// still in the rings. Chunks of the other byte order are converted, those of unknown kinds are
    /// skipped. Throws TraceError with Kind::Damaged if a chunk is not whole, and with Kind::Newer
    /// if it is of an unknown encoding. Verifies every checksum; compact records are not decoded.
    explicit Trace(std::vector<std::string> chunks);

    /// Names, clocks and threads, of all chunks together. Valid as long as the trace.
    [[nodiscard]] const TraceTables& tables() const noexcept { return tables_; }
    /// The chunks with the records of each thread, by the number of their first record. A chunk
    /// whose records are all in earlier chunks is left out; others may still overlap. The pointers
    /// are valid while the trace lives.
    [[nodiscard]] const std::map<std::uint32_t, std::vector<const std::string*>>& threads()
        const noexcept {
        return threads_;
    }
    /// All chunks as they were given, tables and ends included.
    [[nodiscard]] const std::vector<std::string>& chunks() const noexcept { return chunks_; }
    /// Whether the trace has an end chunk, that is, recording was finished normally.
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    /// The number of records; one that is in several chunks counts once.
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
    /// The size of all chunks in bytes, headers included.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    /// What the trace says about its kinds of records and operations; empty for one that was
    /// written before traces said so.
    [[nodiscard]] const TraceKinds& kinds() const noexcept { return kinds_; }
    /// The records with a size in the order in which they were written, also of unknown kinds.
    /// Decodes them: throws TraceError.
    [[nodiscard]] std::vector<SizedRecord> sizedRecords() const;
    /// What the calls of a timer are: as the trace says, else by its name.
    [[nodiscard]] TraceOperation timerOperation(std::uint32_t id) const;
    /// The same of an event.
    [[nodiscard]] TraceOperation eventOperation(std::uint32_t id) const;

    /// The full name of a timer, or "timer #NUMBER" if it is not in the tables.
    [[nodiscard]] std::string timerName(std::uint32_t id) const;
    /// The name of an event, or "event #NUMBER" if it is not in the tables.
    [[nodiscard]] std::string eventName(std::uint32_t id) const;

private:
    std::vector<std::string> chunks_;
    TraceTables tables_;
    TraceKinds kinds_;
    TraceOperations operations_;
    std::vector<const std::string*> sized_;
    std::map<std::uint32_t, std::vector<const std::string*>> threads_;
    bool ended_ = false;
    std::uint64_t records_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace gantry::perf
