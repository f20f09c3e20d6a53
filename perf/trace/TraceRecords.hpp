// Made by scripts/trace-kinds from perf/trace/kinds.txt; do not edit.
#pragma once

#include <cstdint>
#include <string>

#include "FieldBytes.hpp"

/// Records with a size.
namespace gantry::perf::traced {

/// What the calls of a timer are, and where they are in the source.
struct TimerOperationRecord {
    static constexpr std::uint32_t kKind = 16;
    std::uint32_t timer = 0;      ///< which
    std::uint32_t operation = 0;  ///< what its calls are
    std::string file;             ///< of the source; empty if not known
    std::uint64_t line = 0;       ///< in that file; 0 if not known
    std::uint64_t column = 0;     ///< in that line; 0 if not known

    /// Appends the fields.
    void write(std::string& output) const {
        base::addVarint(output, timer);
        base::addVarint(output, operation);
        putText(output, file);
        base::addVarint(output, line);
        base::addVarint(output, column);
    }
    /// Takes the fields; what is missing makes `bytes` fail.
    static TimerOperationRecord read(ByteReader& bytes) {
        TimerOperationRecord made;
        made.timer = bytes.small();
        made.operation = bytes.small();
        made.file = bytes.text();
        made.line = bytes.varint();
        made.column = bytes.varint();
        return made;
    }
    friend bool operator==(const TimerOperationRecord&, const TimerOperationRecord&) = default;
};

/// What an event is.
struct EventOperationRecord {
    static constexpr std::uint32_t kKind = 17;
    std::uint32_t event = 0;      ///< which
    std::uint32_t operation = 0;  ///< what it is

    /// Appends the fields.
    void write(std::string& output) const {
        base::addVarint(output, event);
        base::addVarint(output, operation);
    }
    /// Takes the fields; what is missing makes `bytes` fail.
    static EventOperationRecord read(ByteReader& bytes) {
        EventOperationRecord made;
        made.event = bytes.small();
        made.operation = bytes.small();
        return made;
    }
    friend bool operator==(const EventOperationRecord&, const EventOperationRecord&) = default;
};

/// Measuring stopped a thread until there was room in its ring (trace mode full).
struct WaitedRecord {
    static constexpr std::uint32_t kKind = 18;
    std::uint32_t thread = 0;  ///< which
    std::uint64_t from = 0;    ///< of the first record of the piece of the trace in which it waited
    std::uint64_t to = 0;      ///< of the last
    std::uint64_t waited = 0;  ///< how long in it, in ns

    /// Appends the fields.
    void write(std::string& output) const {
        base::addVarint(output, thread);
        base::addVarint(output, from);
        base::addVarint(output, to);
        base::addVarint(output, waited);
    }
    /// Takes the fields; what is missing makes `bytes` fail.
    static WaitedRecord read(ByteReader& bytes) {
        WaitedRecord made;
        made.thread = bytes.small();
        made.from = bytes.varint();
        made.to = bytes.varint();
        made.waited = bytes.varint();
        return made;
    }
    friend bool operator==(const WaitedRecord&, const WaitedRecord&) = default;
};
}  // namespace gantry::perf::traced
