#pragma once

#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceTables.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gantry::perf {

/// A trace as its chunks, with the tables read and the records not yet.
class Trace final {
public:
    /// The chunks of one trace, or of parts of it that overlap: a drained file and what was still
    /// in the rings. Throws TraceError where one of them is of another version or cannot be what
    /// it says.
    explicit Trace(std::vector<std::string> chunks);

    [[nodiscard]] const TraceTables& tables() const noexcept { return tables_; }
    /// Of each thread, in the order of their records, without chunks that others cover.
    [[nodiscard]] const std::map<std::uint32_t, std::vector<const std::string*>>& threads()
        const noexcept {
        return threads_;
    }
    [[nodiscard]] const std::vector<std::string>& chunks() const noexcept { return chunks_; }
    /// The trace was exited normally.
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    /// Each counted once.
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
    /// Bytes of all chunks.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    /// How a timer is shown; one that is not in the tables as "timer #NUMBER".
    [[nodiscard]] std::string timerName(std::uint32_t id) const;
    [[nodiscard]] std::string eventName(std::uint32_t id) const;

private:
    std::vector<std::string> chunks_;
    TraceTables tables_;
    std::map<std::uint32_t, std::vector<const std::string*>> threads_;
    bool ended_ = false;
    std::uint64_t records_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace gantry::perf
