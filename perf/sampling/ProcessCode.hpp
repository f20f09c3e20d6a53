#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "SampleRecords.hpp"

namespace gantry::perf {

/// A function by its name, of a file without its folder. One without a symbol has the name
/// "(unknown)", so that all of those of a file are one.
struct FunctionName {
    std::string function;
    std::string file;
};

/// A line of a source file, with the folder that the compiler knew it in; line 0: not known.
struct CodeLine {
    std::string file;
    int line = 0;
};

/// What stands at an address.
struct CodePlace {
    FunctionName function;
    std::vector<std::string> inlined;  ///< the functions inlined there, the outermost first
    /// The line that runs in the function, and in each inlined one; empty without debugging
    /// information.
    std::vector<CodeLine> lines;
    std::uint64_t offset = 0;  ///< of the address, behind the begin of the function
};

inline constexpr const char* kUnknownFunction = "(unknown)";

/// Whether Gantry was built with what finds callers.
bool canUnwind() noexcept;

/// The code that one process may execute, and who called whom in it. For one thread. Files are
/// opened when the first stack needs them; what cannot be read is left out, and stacks end there.
class ProcessCode final {
public:
    ProcessCode();
    ~ProcessCode();
    ProcessCode(const ProcessCode&) = delete;
    ProcessCode& operator=(const ProcessCode&) = delete;
    ProcessCode(ProcessCode&&) noexcept;
    ProcessCode& operator=(ProcessCode&&) noexcept;

    /// Of another process, with no mapping yet. What is known of files is common to both, so that
    /// each is read once: for the same thread.
    [[nodiscard]] ProcessCode sibling() const;
    /// Of a process with the same mappings: a child.
    [[nodiscard]] ProcessCode child() const;
    void map(CodeMapping mapping);

    /// Addresses of the sampled function and of its callers, the innermost first. Empty for a
    /// sample without registers. Not more than kMostFrames.
    std::vector<std::uint64_t> stack(const StackSample& sample);
    /// What stands at an address. Found once, then remembered: valid as long as this object or one
    /// that has its files in common.
    const CodePlace& place(std::uint64_t address);
    const FunctionName& name(std::uint64_t address) { return place(address).function; }

    static constexpr std::size_t kMostFrames = 512;

private:
    class Files;
    class KnownFiles;

    explicit ProcessCode(std::shared_ptr<KnownFiles> known);

    std::shared_ptr<KnownFiles> known_;
    std::vector<CodeMapping> mappings_;
    std::unique_ptr<Files> files_;
};

}  // namespace gantry::perf
