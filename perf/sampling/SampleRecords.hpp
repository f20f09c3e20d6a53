#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The records that the kernel writes into a ring, as SampleRings asks for them. Formats are those
/// of perf_event_open(2).
namespace gantry::perf {

/// What a thread was doing when it was interrupted.
struct StackSample {
    bool inKernel = false;
    /// In the order of kSampledRegisters; empty for a thread of the kernel.
    std::vector<std::uint64_t> registers;
    /// The bytes from the stack pointer upwards, as many as could be copied.
    std::string stack;
};

/// A file, or a part of it, that a process may execute.
struct CodeMapping {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  ///< in the file
    std::string file;

    friend bool operator==(const CodeMapping&, const CodeMapping&) = default;
};

/// One record of a ring. Which members count depends on the kind.
struct RingRecord {
    enum class Kind { Sample, Mapping, Name, Exec, Fork, Lost };

    Kind kind = Kind::Sample;
    std::uint64_t timeNs = 0;  ///< CLOCK_MONOTONIC
    std::uint32_t process = 0;
    std::uint32_t thread = 0;
    StackSample sample;
    CodeMapping mapping;
    std::string name;          ///< of Name and Exec: that of the thread from now on
    std::uint32_t parent = 0;  ///< of Fork: the process that made this one
    std::uint64_t lost = 0;    ///< of Lost: so many records before this one
};

/// The mask of the registers that are asked for, and the places of two of them in
/// StackSample::registers.
std::uint64_t sampledRegisters() noexcept;
std::size_t stackPointerPlace() noexcept;

/// Reads one record with its header; nothing where it is of another kind or too short. Sizes in it
/// are not trusted.
std::optional<RingRecord> readRingRecord(std::string_view bytes);

}  // namespace gantry::perf
