#pragma once

#include <base/files/Descriptor.hpp>

#include <string>

namespace gantry::tools {

/// Where the standard output of the components goes while this object lives.
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
    base::Descriptor saved_;
    base::Descriptor target_;
    bool keep_ = false;
};

}  // namespace gantry::tools
