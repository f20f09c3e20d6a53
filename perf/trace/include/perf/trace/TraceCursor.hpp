#pragma once

#include <perf/trace/Trace.hpp>

#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// Iterates over the records of one thread in order and decodes one chunk at a time. Records that
/// several chunks hold are given once. Where numbers are missing between two chunks, the cursor
/// gives a Lost record with their count, at the time of the record before. For one thread; several
/// cursors may read the same trace at once.
class TraceCursor final {
public:
    /// The trace must outlive the cursor. A thread without records is allowed. Decodes the first
    /// chunk: throws TraceError if that is damaged.
    TraceCursor(const Trace& trace, std::uint32_t thread);

    /// Sets the next record and returns true, or returns false at the end. Throws TraceError if the
    /// next chunk is damaged.
    bool next(TraceRecord& record);

    /// The number of the first record in the trace; earlier ones were overwritten in the ring.
    [[nodiscard]] std::uint64_t first() const noexcept { return first_; }

private:
    // Decodes the next chunk; false at the end.
    bool load();

    const std::vector<const std::string*>* chunks_ = nullptr;
    std::size_t chunk_ = 0;
    std::size_t at_ = 0;
    TraceRun run_;
    std::uint64_t first_ = 0;
    // Of the record that comes next; chunks that repeat earlier numbers are skipped up to it.
    std::uint64_t number_ = 0;
    std::uint64_t lastTime_ = 0;
};

}  // namespace gantry::perf
