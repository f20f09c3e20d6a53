#pragma once

#include <base/files/Descriptor.hpp>

#include <string>

namespace gantry::base {

/// Where the standard output of this process goes while this object lives: also that of C code,
/// libraries and child processes. One object at a time.
class OutputCapture final {
public:
    enum class To { Through, Memory, Nowhere };

    /// Memory keeps it for text(); Nowhere drops it. Throws std::system_error.
    explicit OutputCapture(To to);
    ~OutputCapture() { end(); }
    OutputCapture(const OutputCapture&) = delete;
    OutputCapture& operator=(const OutputCapture&) = delete;

    /// Gives standard output back and returns what was kept.
    std::string end();

private:
    Descriptor saved_;
    Descriptor target_;
    bool keep_ = false;
};

}  // namespace gantry::base
