#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gantry::perf {

/// A function of a call stack. The texts are parts of the line.
struct StackFrame {
    std::string_view name;
    std::string_view object;  ///< the file it is from, without folders; may be empty
};

/// The line of `perf script` that begins a sample. The texts are parts of the line.
struct SampleLine {
    std::string_view program;
    std::string_view ids;  ///< as printed: the thread, or process/thread
    std::optional<std::int64_t> period{};
    std::string_view event;
    std::optional<StackFrame> frame{};  ///< without call stacks it is on the same line
};

/// Nothing for a line of another kind.
std::optional<SampleLine> parseSample(std::string_view line);
std::optional<StackFrame> parseFrame(std::string_view line);

}  // namespace gantry::perf
