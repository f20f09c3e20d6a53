#pragma once

#include <stdexcept>
#include <string>

namespace gantry::perf {

/// Why a trace cannot be written or read: what is wrong, where, and how to fix it.
class TraceError final : public std::runtime_error {
public:
    enum class Kind {
        File,     ///< the system refuses to open, read or write it
        Foreign,  ///< not a trace, or of another byte order
        Newer,    ///< of a format version, or with a compression, that this program does not know
        Damaged,
    };

    TraceError(Kind kind, const std::string& text);
    ~TraceError() override;

    [[nodiscard]] Kind kind() const noexcept { return kind_; }

private:
    Kind kind_;
};

}  // namespace gantry::perf
