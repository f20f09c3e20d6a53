// Made by scripts/trace-kinds from perf/trace/kinds.txt; do not edit.
#pragma once

#include <cstdint>
#include <string>

#include "FieldBytes.hpp"

/// The entries of the tables of a trace.
namespace gantry::perf::traced {

/// How ticks become units; of the first metric.
struct ClockEntry {
    static constexpr std::uint32_t kKind = 1;
    std::uint64_t unitsPerTick = 0;  ///< units a tick has, times 2^32
    std::uint64_t startTicks = 0;    ///< a reading when the measurement began
    std::uint64_t startUtcNs =
        0;             ///< the system clock then, since 1970, as two's complement, in ns
    std::string name;  ///< of the metric
    std::string unit;  ///< of the metric

    /// Appends the fields.
    void write(std::string& output) const {
        base::addVarint(output, unitsPerTick);
        base::addVarint(output, startTicks);
        base::addVarint(output, startUtcNs);
        putText(output, name);
        putText(output, unit);
    }
    /// Takes the fields; what is missing makes `bytes` fail.
    static ClockEntry read(ByteReader& bytes) {
        ClockEntry made;
        made.unitsPerTick = bytes.varint();
        made.startTicks = bytes.varint();
        made.startUtcNs = bytes.varint();
        made.name = bytes.text();
        made.unit = bytes.text();
        return made;
    }
    friend bool operator==(const ClockEntry&, const ClockEntry&) = default;
};

/// A piece of code that calls are of.
struct TimerEntry {
    static constexpr std::uint32_t kKind = 2;
    std::uint32_t id = 0;    ///< its number
    std::uint64_t kind = 0;  ///< 0 timer, 1 phase, 2 parameter
    std::uint64_t base = 0;  ///< 1 + number of the timer that a parameter belongs to, or 0
    std::string name;        ///< its name
    std::string type;        ///< often the class of the component
    std::string group;       ///< by which it is switched

    /// Appends the fields.
    void write(std::string& output) const {
        base::addVarint(output, id);
        base::addVarint(output, kind);
        base::addVarint(output, base);
        putText(output, name);
        putText(output, type);
        putText(output, group);
    }
    /// Takes the fields; what is missing makes `bytes` fail.
    static TimerEntry read(ByteReader& bytes) {
        TimerEntry made;
        made.id = bytes.small();
        made.kind = bytes.varint();
        made.base = bytes.varint();
        made.name = bytes.text();
        made.type = bytes.text();
        made.group = bytes.text();
        return made;
    }
    friend bool operator==(const TimerEntry&, const TimerEntry&) = default;
};

/// What values are of.
struct EventEntry {
    static constexpr std::uint32_t kKind = 3;
    std::uint32_t id = 0;  ///< its number
    std::string name;      ///< its name

    /// Appends the fields.
    void write(std::string& output) const {
        base::addVarint(output, id);
        putText(output, name);
    }
    /// Takes the fields; what is missing makes `bytes` fail.
    static EventEntry read(ByteReader& bytes) {
        EventEntry made;
        made.id = bytes.small();
        made.name = bytes.text();
        return made;
    }
    friend bool operator==(const EventEntry&, const EventEntry&) = default;
};

/// A thread, or several that followed each other.
struct ThreadEntry {
    static constexpr std::uint32_t kKind = 4;
    std::uint32_t id = 0;        ///< its number
    std::uint64_t systemId = 0;  ///< of the system, as two's complement of 32 bits
    std::uint64_t flags = 0;     ///< 1 has a ring, 2 has ended
    std::uint64_t records = 0;   ///< written
    std::uint64_t lost = 0;      ///< for which there was no room
    std::string name;            ///< its name

    /// Appends the fields.
    void write(std::string& output) const {
        base::addVarint(output, id);
        base::addVarint(output, systemId);
        base::addVarint(output, flags);
        base::addVarint(output, records);
        base::addVarint(output, lost);
        putText(output, name);
    }
    /// Takes the fields; what is missing makes `bytes` fail.
    static ThreadEntry read(ByteReader& bytes) {
        ThreadEntry made;
        made.id = bytes.small();
        made.systemId = bytes.varint();
        made.flags = bytes.varint();
        made.records = bytes.varint();
        made.lost = bytes.varint();
        made.name = bytes.text();
        return made;
    }
    friend bool operator==(const ThreadEntry&, const ThreadEntry&) = default;
};
}  // namespace gantry::perf::traced
