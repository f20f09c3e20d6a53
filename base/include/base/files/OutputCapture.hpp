#pragma once

#include <base/files/Descriptor.hpp>

#include <string>

namespace gantry::base {

/// Where the standard output of this process goes while this object lives: also that of C code,
/// libraries and child processes. One object at a time.
///
///     OutputCapture capture(OutputCapture::To::Memory);
///     runProgram();
///     const std::string printed = capture.end();
///
/// It redirects file descriptor 1, so that every thread of the process is affected. Standard error
/// stays as it is.
class OutputCapture final {
public:
    enum class To { Through, Memory, Nowhere };

    /// Memory keeps it for text(); Nowhere drops it. Throws std::system_error. Through changes
    /// nothing. std::cout and stdout are flushed first, so that earlier output goes where it
    /// should. Memory needs as much memory as is printed; nothing blocks.
    explicit OutputCapture(To to);
    /// Drops what was kept.
    ~OutputCapture() { end(); }
    OutputCapture(const OutputCapture&) = delete;
    OutputCapture& operator=(const OutputCapture&) = delete;

    /// Gives standard output back and returns what was kept. Flushes first, so that what is still
    /// buffered is part of the result. A second call returns nothing. A child that still runs goes
    /// on writing to the former target.
    std::string end();

private:
    Descriptor saved_;
    Descriptor target_;
    bool keep_ = false;
};

}  // namespace gantry::base
