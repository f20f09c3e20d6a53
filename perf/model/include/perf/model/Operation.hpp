#pragma once

#include <perf/model/TimerInfo.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What the calls of a timer do, and where they are in the source. Pure functions of names.
namespace gantry::perf {

/// What an operation is. The numbers stand in traces and timelines.
enum class OperationKind : std::uint32_t {
    Function = 0,
    Send = 1,
    Receive = 2,
    Collective = 3,
    InputOutput = 4,
    Counter = 5,
    Message = 6,
    State = 7,
    User = 8,
};

/// A place in a source. line and column count from 1; 0: not known.
struct SourceLocation {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// The name of a timer of one call site: "NAME [{FILE} {LINE,COLUMN}]", as TAU has it too. Two call
/// sites have two names, so no tool ever merges them. An empty file leaves the name as it is.
///
///     nameAt("solve", {"a.cpp", 12, 5});    // "solve [{a.cpp} {12,5}]"
std::string nameAt(std::string_view name, const SourceLocation& place);

/// The place that nameAt() put into a name, also with the end of the piece of code behind it, as
/// "{12,5}-{20,1}"; nothing for another name.
std::optional<SourceLocation> sourceOf(std::string_view name);

/// The name without the place.
std::string_view withoutSource(std::string_view name) noexcept;

/// What the calls of a timer do: of MPI by the name of the function, of the modules for files by
/// their type, a phase is of the user, all others are functions.
OperationKind operationOf(const TimerInfo& timer);

}  // namespace gantry::perf
